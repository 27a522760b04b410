//! `gambol-wasm-glue MODULE.wasm FOLDER`: the JavaScript glue of a module for Node.js, as
//! `wasm-bindgen --target nodejs` generates it. A library of the locked version, so that no tool
//! must be installed.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        return Err("usage: gambol-wasm-glue MODULE.wasm FOLDER".into());
    };
    Bindgen::new().input_path(module).nodejs(true)?.typescript(false).generate(folder)?;
    Ok(())
}
