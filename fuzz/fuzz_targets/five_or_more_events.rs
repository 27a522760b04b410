#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gambol_fuzz::fuzz("five_or_more_events", data));
