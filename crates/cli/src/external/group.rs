//! Process groups: a program and all its descendants, killed together.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, OnceLock, PoisonError};

use gambol_tui::on_ending_signal;

/// A program in its own process group, which is killed on drop.
///
/// Killing a script that has started an engine does not kill the engine; killing the group does.
/// Keys of the terminal, such as Ctrl-C, do not reach the group, so INT has to be passed on, like
/// TERM and HUP.
pub(super) struct Group {
    pub(super) leader: Child,
}

/// Leaders of the running groups.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

impl Group {
    /// Starts a program. From the first one on, signals that end this program kill all groups.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        static CAUGHT: OnceLock<io::Result<()>> = OnceLock::new();
        if let Err(error) = CAUGHT.get_or_init(|| on_ending_signal(|_| kill_all())) {
            return Err(error.kind().into());
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // The lock is held across the start, so that a signal finds no program that is not listed.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let leader = command.spawn()?;
        running.push(leader.id());
        Ok(Self { leader })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        kill(self.leader.id());
        running.retain(|&leader| leader != self.leader.id());
        drop(running);
        // Without process groups, only the program itself is killed.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}

/// Kills all groups and keeps the lock, which blocks every start and end of a group until this
/// program exits. Errors of the engines killed here are thus not reported.
fn kill_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().copied().for_each(kill);
    std::mem::forget(running);
}

/// Kills the group of a leader, which may already have ended.
#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
