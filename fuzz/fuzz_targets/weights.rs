#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gambol_fuzz::fuzz("weights", data));
