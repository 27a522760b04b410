//! Process groups: a program together with all that it starts, killed at once.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, OnceLock, PoisonError};

use gambol_tui::on_ending_signal;

/// A program in a process group of its own, which is killed when this is dropped.
///
/// A script that starts an engine and is killed leaves the engine behind; a group is killed whole.
/// The keys of a terminal do not reach the group, so that INT has to be passed on, as TERM and HUP are.
pub(super) struct Group {
    pub(super) leader: Child,
}

/// The leaders of the groups that run.
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
        // Under the lock, so that a signal finds either no program or one that is listed.
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
        // Where there are no groups, the program alone.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}

/// Kills all groups, and has whoever starts or ends one wait for the end of this program: the
/// failure of an engine that was killed here is no news.
fn kill_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().copied().for_each(kill);
    std::mem::forget(running);
}

/// Kills the group of a leader. It may be gone.
#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
