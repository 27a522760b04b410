#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod board;
mod boards;
mod colours;
mod escape;
#[cfg(feature = "files")]
mod files;
mod judgement;
mod options;
mod palette;
mod play;
mod pupil;
#[cfg(feature = "files")]
mod record;
mod remote;
mod scene;
mod scores;
mod session;
mod settings;
#[cfg(feature = "files")]
mod shelf;
mod shown;
mod svg;
mod text;
mod thinker;
mod thinking;
mod value;

pub use board::{Board, Direction, Fact, Look, Piece, Spot, Words};
pub use colours::Colours;
pub use escape::{Escaped, escaped, is_hidden};
pub use judgement::{Judgement, Mark};
pub use options::Options;
pub use palette::Paint;
pub use play::{BEAT, Flow, Hint, Message, Play, Topic, Who};
pub use pupil::Pupil;
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use record::{Saved, load as load_record};
pub use remote::Request;
pub use scene::{Motion, Move, Scene, SceneCell, ScenePiece, SceneWords, Size};
pub use scores::{Help, Score, Scores};
pub use session::{Origin, Refused, Session};
pub use settings::{Choice, Settings};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use shelf::Shelf;
pub use shown::{BoardOf, Shown, board};
pub use svg::svg;
pub use text::{Style, write_board};
pub use thinker::{Answer, Thinker};
pub use thinking::{Purpose, Question, Thinking};
pub use value::Value;
