//! Where the arena listens: `ARENA_ADDRESS` as a channel of the gRPC library.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity, Uri};
use tower::service_fn;

use crate::status::cause;

/// A channel to the arena that the environment names, in which `environment` looks up a variable.
///
/// An error is a sentence: the address is missing or of an unknown form, or a file of it cannot be used.
pub fn channel(environment: impl Fn(&str) -> Option<OsString>) -> Result<Channel, String> {
    let address = environment("ARENA_ADDRESS").unwrap_or_default().to_string_lossy().into_owned();
    let unknown = || {
        format!(
            "ARENA_ADDRESS is '{address}', expected tcp://host:port, tls://host:port or unix:///path; \
             the arena sets it: start the bot with `arena run`"
        )
    };
    match address.split_once("://") {
        Some((_, "")) | None => Err(unknown()),
        Some(("tls", rest)) => secure(endpoint("https", rest).ok_or_else(unknown)?, environment),
        Some(("tcp", rest)) => Ok(endpoint("http", rest).ok_or_else(unknown)?.connect_lazy()),
        Some(("unix", path)) => Ok(unix(path.into())),
        Some(_) => Err(unknown()),
    }
}

fn endpoint(scheme: &str, authority: &str) -> Option<Endpoint> {
    Endpoint::from_shared(format!("{scheme}://{authority}")).ok()
}

fn secure(endpoint: Endpoint, environment: impl Fn(&str) -> Option<OsString>) -> Result<Channel, String> {
    let config = credentials(environment)?;
    match endpoint.tls_config(config) {
        Ok(endpoint) => Ok(endpoint.connect_lazy()),
        Err(error) => {
            Err(format!("ARENA_TLS_CA, ARENA_TLS_CERT and ARENA_TLS_KEY cannot be used: {}", cause(&error)))
        }
    }
}

fn unix(path: PathBuf) -> Channel {
    // a path is no host name, which some servers insist on
    Endpoint::from_static("http://localhost").connect_with_connector_lazy(service_fn(move |_: Uri| {
        let path = path.clone();
        async { UnixStream::connect(path).await.map(TokioIo::new) }
    }))
}

fn credentials(environment: impl Fn(&str) -> Option<OsString>) -> Result<ClientTlsConfig, String> {
    let read = |name| read(name, environment(name));
    let config = match read("ARENA_TLS_CA")? {
        Some(authority) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(authority)),
        None => ClientTlsConfig::new().with_native_roots(),
    };
    Ok(match (read("ARENA_TLS_CERT")?, read("ARENA_TLS_KEY")?) {
        (None, None) => config,
        (certificate, key) => {
            config.identity(Identity::from_pem(certificate.unwrap_or_default(), key.unwrap_or_default()))
        }
    })
}

fn read(name: &str, path: Option<OsString>) -> Result<Option<Vec<u8>>, String> {
    let path = PathBuf::from(path.unwrap_or_default());
    if path.as_os_str().is_empty() {
        return Ok(None);
    }
    let refused =
        |error| format!("{name} is '{}', expected a file that can be read: {error}", path.display());
    fs::read(&path).map(Some).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(variables: &[(&str, &str)]) -> String {
        let environment =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async { channel(environment) }).map(|_| ()).expect_err("no address")
    }

    #[test]
    fn an_address_of_another_form_is_told() {
        for address in ["", "somewhere", "tcp:/", "tcp://", "tcp://a b", "unix:", "http://127.0.0.1:1"] {
            let expected = format!("ARENA_ADDRESS is '{address}', expected tcp://host:port");
            assert!(refused(&[("ARENA_ADDRESS", address)]).starts_with(&expected));
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_is_told() {
        let dials = ("ARENA_ADDRESS", "tls://localhost:1");
        assert!(
            refused(&[dials, ("ARENA_TLS_CA", "/none")])
                .starts_with("ARENA_TLS_CA is '/none', expected a file")
        );
        assert!(refused(&[dials, ("ARENA_TLS_KEY", "Cargo.toml")]).starts_with("ARENA_TLS_CA, "));
    }
}
