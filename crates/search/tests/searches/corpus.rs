//! The corpus agrees with itself: the reference finds the values that were worked out by hand.

#[test]
fn the_reference_finds_the_values_worked_out_by_hand() {
    let corpus = crate::common::corpus();
    assert!(corpus.len() > 10);
    for (name, value, tree) in corpus {
        assert_eq!(tree.value(), value, "{name}");
    }
}
