//! Where the arena listens: `ARENA_ADDRESS` as a channel of the gRPC library.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use hyper_util::rt::TokioIo;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
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
        Some(("tls", rest)) => {
            Ok(secured(endpoint("https", rest).ok_or_else(unknown)?, environment)?.connect_lazy())
        }
        Some(("tcp", rest)) => Ok(endpoint("http", rest).ok_or_else(unknown)?.connect_lazy()),
        Some(("unix", path)) if path.starts_with('/') => Ok(unix(path.into())),
        _ => Err(unknown()),
    }
}

/// What the arena knows the bot by; an error is a sentence: it cannot be sent.
pub fn token(environment: impl Fn(&str) -> Option<OsString>) -> Result<String, String> {
    let given = environment("ARENA_TOKEN").unwrap_or_default().to_string_lossy().into_owned();
    if !given.bytes().all(|letter| (b' '..=b'~').contains(&letter)) {
        return Err("ARENA_TOKEN has characters that no header can carry".to_owned());
    }
    Ok(given)
}

fn endpoint(scheme: &str, authority: &str) -> Option<Endpoint> {
    let (host, port) = authority.rsplit_once(':')?;
    let numbered = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let letters = if numbered.is_some() { "._-:%" } else { "._-" };
    let known = |letter: char| letter.is_ascii_alphanumeric() || letters.contains(letter);
    let is_host = !host.is_empty() && numbered.unwrap_or(host).chars().all(known);
    let is_port = port.bytes().all(|digit| digit.is_ascii_digit()) && port.parse::<NonZeroU16>().is_ok();
    let uri = (is_host && is_port).then(|| format!("{scheme}://{authority}"))?;
    Endpoint::from_shared(uri).ok()
}

fn unix(path: PathBuf) -> Channel {
    // a path is no host name, which some servers insist on
    Endpoint::from_static("http://localhost").connect_with_connector_lazy(service_fn(move |_: Uri| {
        let path = path.clone();
        async { UnixStream::connect(path).await.map(TokioIo::new) }
    }))
}

/// With PEM files, each of which may be left out; a certificate and its key go together.
fn secured(endpoint: Endpoint, environment: impl Fn(&str) -> Option<OsString>) -> Result<Endpoint, String> {
    let [ca, certificate, key] = ["ARENA_TLS_CA", "ARENA_TLS_CERT", "ARENA_TLS_KEY"]
        .map(|name| PathBuf::from(environment(name).unwrap_or_default()));
    let config = match certificates("ARENA_TLS_CA", &ca)? {
        Some(authority) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(authority)),
        None => ClientTlsConfig::new().with_native_roots(),
    };
    let endpoint = (endpoint.tls_config(config.clone()))
        .map_err(|error| unusable("ARENA_TLS_CA", &ca, "PEM certificates", &cause(&error)))?;
    let (given, missing) = match (is_set(&certificate), is_set(&key)) {
        (false, false) => return Ok(endpoint),
        (true, true) => return identified(endpoint, config, &certificate, &key),
        (true, false) => ("CERT", "KEY"),
        (false, true) => ("KEY", "CERT"),
    };
    Err(format!("ARENA_TLS_{given} is set, but ARENA_TLS_{missing} is not, expected both or neither"))
}

fn identified(
    endpoint: Endpoint,
    config: ClientTlsConfig,
    certificate: &Path,
    key: &Path,
) -> Result<Endpoint, String> {
    let refused =
        |error: &dyn Display| unusable("ARENA_TLS_KEY", key, "the PEM key of ARENA_TLS_CERT", error);
    let chain = certificates("ARENA_TLS_CERT", certificate)?.unwrap_or_default();
    let identity = Identity::from_pem(chain, fs::read(key).map_err(|error| refused(&error))?);
    endpoint.tls_config(config.identity(identity)).map_err(|error| refused(&cause(&error)))
}

/// What a file has, if there is to be one; the library would ignore one without a certificate.
fn certificates(name: &str, path: &Path) -> Result<Option<Vec<u8>>, String> {
    if !is_set(path) {
        return Ok(None);
    }
    let refused = |error: &dyn Display| unusable(name, path, "PEM certificates", error);
    let content = fs::read(path).map_err(|error| refused(&error))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&content).collect();
    match RootCertStore::empty().add_parsable_certificates(found.map_err(|error| refused(&error))?) {
        (0, _) => Err(refused(&"it has none")),
        _ => Ok(Some(content)),
    }
}

fn is_set(path: &Path) -> bool {
    !path.as_os_str().is_empty()
}

fn unusable(name: &str, path: &Path, content: &str, error: &dyn Display) -> String {
    format!("{name} is '{}', expected a file with {content} that can be read: {error}", path.display())
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
        for address in ["", "somewhere", "tcp:/", "tcp://x:0", "tcp://x:+1", "unix:", "http://x:1"] {
            let expected = format!("ARENA_ADDRESS is '{address}', expected tcp://host:port");
            assert!(refused(&[("ARENA_ADDRESS", address)]).starts_with(&expected));
        }
    }
}
