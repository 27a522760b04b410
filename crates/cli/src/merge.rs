//! `gambol merge`: merges shard files.

use gambol::registry::Registry;
use gambol_arena::Merged;

use crate::args;
use crate::files::check_files;
use crate::output::Failure;
use crate::summary::report;
use crate::verify::verify;

pub(crate) fn merge(registry: &Registry, args: &args::Merge) -> Result<String, Failure> {
    check_files(args.files.iter().map(|file| ("an input", file)), [("--out", Some(&args.out))])?;
    let merged = Merged::read(&args.files, &|plan, record| verify(registry, plan, record))?;
    merged.write(&args.out)?;
    report(merged.header(), merged.course().tally(), None, args.output)
}
