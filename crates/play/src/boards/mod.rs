//! How each of the five games is shown and played, and any other.

mod five_or_more;
mod listed;
mod match5;
mod pentago_swap;
mod tenten;
mod threes;

/// Evaluates an expression with a position's state as a value of its own type, if that has a
/// [`Board`](crate::Board) of its own, or else with the position itself, whose actions are listed.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::{Board, for_board};
///
/// let position = Registry::standard().start("threes")?;
/// let (title, size) = for_board!(position, |state, _agents| (state.title(), state.size()));
/// assert_eq!((title.as_str(), size), ("Threes!", (4, 4)));
/// # Ok::<(), gambol::core::TextError>(())
/// ```
#[macro_export]
macro_rules! for_board {
    ($position:expr, |$state:ident, $agents:ident| $body:expr) => {{
        let position: $crate::gambol::registry::Position = $position;
        $crate::for_board!(
            @among position, |$state, $agents| $body;
            $crate::gambol::five_or_more::FiveOrMore<u128>,
            $crate::gambol::five_or_more::FiveOrMore<$crate::gambol::five_or_more::Wide>,
            $crate::gambol::tenten::TenTen,
            $crate::gambol::threes::Threes,
            $crate::gambol::pentago_swap::PentagoSwap,
            $crate::gambol::match5::Match5<u128>,
            $crate::gambol::match5::Match5<$crate::gambol::match5::Wide>
        )
    }};
    (@among $position:ident, |$state:ident, $agents:ident| $body:expr; $($game:ty),*) => {
        'found: {
            $(if let (Some($state), Some($agents)) = ($position.state::<$game>(), $position.game_of::<$game>()) {
                let $state: $game = $state.clone();
                break 'found ($body);
            })*
            let $agents: ::std::sync::Arc<dyn $crate::gambol::registry::GameOf<_>> =
                ::std::sync::Arc::new($position.clone());
            let $state = $position;
            $body
        }
    };
}
