//! Mutations that preserve most of a text's form: fields, tokens and letters are exchanged or taken
//! from other texts.

use gambol::game::Rng;
use gambol::game::random::below;

/// Maximum length of an input.
const LONGEST: usize = 4096;

/// Separators of tokens.
fn is_mark(byte: u8) -> bool {
    matches!(byte, b' ' | b'/' | b',' | b':' | b'@' | b'-' | b'=' | b'|' | b'\n' | b'"' | b'{' | b'}' | b'[' | b']')
}

/// Returns a number below `bound`; 0 if `bound` is 0.
fn at(rng: &mut (impl Rng + ?Sized), bound: usize) -> usize {
    if bound == 0 { 0 } else { below(rng, bound.min(u32::MAX as usize) as u32) as usize }
}

/// Returns the range of a token of a text: the part around a random byte between two separators.
fn token(rng: &mut (impl Rng + ?Sized), text: &[u8]) -> std::ops::Range<usize> {
    let middle = at(rng, text.len());
    let start = text[..middle].iter().rposition(|&byte| is_mark(byte)).map_or(0, |mark| mark + 1);
    let end = text[middle..].iter().position(|&byte| is_mark(byte)).map_or(text.len(), |mark| middle + mark);
    start..end.max(start)
}

/// Numbers at limits.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "9",
    "10",
    "20",
    "26",
    "27",
    "99",
    "100",
    "255",
    "1000000000000000",
    "18446744073709551616",
];

/// Writes a mutation of one of the inputs to `out`.
pub(crate) fn mutate(rng: &mut (impl Rng + ?Sized), inputs: &[Vec<u8>], words: &[&str], out: &mut Vec<u8>) {
    out.clear();
    let Some(base) = inputs.get(at(rng, inputs.len())) else { return };
    out.extend_from_slice(base);
    // One change in half of the inputs, two in a quarter, and so on.
    let changes = 1 + (rng.next_u64() as u32 | 1 << 6).trailing_zeros();
    for _ in 0..changes {
        let other = &inputs[at(rng, inputs.len())];
        change(rng, other, words, out);
    }
    out.truncate(LONGEST);
}

fn change(rng: &mut (impl Rng + ?Sized), other: &[u8], words: &[&str], out: &mut Vec<u8>) {
    let place = at(rng, out.len());
    let letter = |rng: &mut _| other.get(at(rng, other.len())).copied().unwrap_or(b'0');
    match below(rng, 16) {
        0 => {
            let letter = letter(rng);
            if let Some(byte) = out.get_mut(place) {
                *byte = letter;
            }
        }
        1 => {
            let letter = letter(rng);
            out.insert(place, letter);
        }
        2 if !out.is_empty() => drop(out.remove(place)),
        // Exchanges two cells of a board, or two letters of a word, which keeps their numbers.
        3..=5 if !out.is_empty() => {
            let near = token(rng, out);
            let there = if near.is_empty() || below(rng, 2) == 0 {
                at(rng, out.len())
            } else {
                near.start + at(rng, near.len())
            };
            if !is_mark(out[place]) && !is_mark(out[there]) {
                out.swap(place, there);
            }
        }
        6 => {
            let digit = out[place..].iter().position(u8::is_ascii_digit);
            if let Some(digit) = digit {
                out[place + digit] = b'0' + below(rng, 10) as u8;
            }
        }
        7 | 8 => {
            let (to, from) = (token(rng, out), token(rng, other));
            out.splice(to, other[from].iter().copied());
        }
        9 => {
            // Exchanges two tokens.
            let (one, two) = (token(rng, out), token(rng, out));
            let (one, two) = if one.start <= two.start { (one, two) } else { (two, one) };
            if one.end <= two.start {
                let (first, second) = (out[one.clone()].to_vec(), out[two.clone()].to_vec());
                out.splice(two, first);
                out.splice(one, second);
            }
        }
        10 => {
            // Repeats or removes a token with its separator.
            let token = token(rng, out);
            let end = (token.end + 1).min(out.len());
            if below(rng, 2) == 0 {
                let again = out[token.start..end].to_vec();
                out.splice(token.start..token.start, again);
            } else {
                out.drain(token.start..end);
            }
        }
        11 => {
            // Joins the beginning of one text and the end of another.
            let (cut, from) = (token(rng, out).end, token(rng, other).end);
            out.truncate(cut);
            out.extend_from_slice(&other[from..]);
        }
        12 | 13 if !words.is_empty() => {
            let word = words[at(rng, words.len())].bytes();
            let to = if below(rng, 2) == 0 { token(rng, out) } else { place..place };
            out.splice(to, word);
        }
        14 => {
            let number = NUMBERS[at(rng, NUMBERS.len())].bytes();
            let to = token(rng, out);
            out.splice(to, number);
        }
        _ => {
            if let Some(byte) = out.get_mut(place) {
                *byte ^= 1 << below(rng, 8);
            }
        }
    }
}
