//! The chapters, as tests.

macro_rules! chapters {
    ($($name:ident $path:literal)*) => {$(
        #[doc = include_str!($path)]
        struct $name;
    )*};
}

chapters! {
    Introduction "../src/introduction.md"
    FirstGame "../src/first-game.md"
    Conformance "../src/conformance.md"
    Searches "../src/searches.md"
    Evaluator "../src/evaluator.md"
    Learning "../src/learning.md"
    Dice "../src/dice.md"
    Comparing "../src/comparing.md"
    Speed "../src/speed.md"
    Records "../src/records.md"
    Program "../src/program.md"
    Browser "../src/browser.md"
    Python "../src/python.md"
    FromPython "../src/from-python.md"
    Lessons "../src/lessons.md"
    ComingFrom "../src/coming-from.md"
}
