#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

pub mod bits;
pub mod notation;
