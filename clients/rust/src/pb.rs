//! The messages of the protocol, made of `proto/arena/v1`.

#![allow(missing_docs, clippy::all)]

tonic::include_proto!("arena.v1");

pub use self::r#move::Action;
pub use self::reserve_action::Target;
