//! Makes Rust of the protocol's own files, without a protoc.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    // in a bot's folder the files are beside this one, in the arena's own tree above
    let folder = if Path::new("proto").is_dir() { "proto" } else { "../../proto" };
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={folder}");
    let files = protox::compile(["arena/v1/arena.proto"], [folder])?;
    tonic_prost_build::configure().build_server(false).compile_fds(files)?;
    Ok(())
}
