#include "arena_client/address.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace arena {
namespace {

std::string value(const Environment& environment, const char* name) {
  const char* found = environment(name);
  return found ? found : "";
}

grpc::ChannelArguments options() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetMaxReceiveMessageSize(-1);
  // a lost arena may be back at once: else the library waits for longer and longer
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 100);
  return arguments;
}

bool is_authority(const std::string& text) {
  static const std::string DIGITS = "0123456789";
  static const std::string NAME = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._-";
  const std::size_t end = text.find_last_of(':');
  if (end == std::string::npos) return false;
  std::string host = text.substr(0, end), letters = NAME;
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
    letters += ":%";
  }
  const std::string port = text.substr(end + 1);
  const auto made_of = [](const std::string& some, const std::string& all) {
    return !some.empty() && some.find_first_not_of(all) == std::string::npos;
  };
  return made_of(host, letters) && made_of(port, DIGITS) && port.size() <= 5 && std::stoi(port) >= 1 &&
         std::stoi(port) <= 65535;
}

std::invalid_argument unusable(const std::string& name, const std::string& path, const std::string& content,
                               const char* reason) {
  return std::invalid_argument(name + " is '" + path + "', expected a file with " + content +
                               " that can be read: " + (reason ? reason : "it has none"));
}

/// What OpenSSL has to say.
const char* reason() {
  return ERR_reason_error_string(ERR_get_error());
}

std::string read(const std::string& name, const std::string& path, const std::string& content) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw unusable(name, path, content, std::strerror(errno));
  std::ostringstream read;
  read << file.rdbuf();
  return read.str();
}

/// The first thing in a text in PEM, or a null pointer.
template <typename Thing>
std::shared_ptr<Thing> first(const std::string& pem, Thing* read(BIO*, Thing**, pem_password_cb*, void*),
                             void free(Thing*)) {
  const std::shared_ptr<BIO> text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
  const auto nobody_to_ask = [](char*, int, int, void*) { return -1; };
  return std::shared_ptr<Thing>(read(text.get(), nullptr, nobody_to_ask, nullptr), free);
}

/// What the file has that a variable names, or nothing where none is named.
std::string certificates(const Environment& environment, const char* name) {
  const std::string path = value(environment, name), expected = "PEM certificates";
  if (path.empty()) return "";
  const std::string content = read(name, path, expected);
  if (!first(content, PEM_read_bio_X509, X509_free)) throw unusable(name, path, expected, reason());
  return content;
}

std::string key(const Environment& environment, const std::string& chain) {
  const std::string name = "ARENA_TLS_KEY", expected = "the PEM key of ARENA_TLS_CERT";
  const std::string path = value(environment, "ARENA_TLS_KEY");
  if (path.empty()) return "";
  const std::string content = read(name, path, expected);
  const auto certificate = first(chain, PEM_read_bio_X509, X509_free);
  const auto found = first(content, PEM_read_bio_PrivateKey, EVP_PKEY_free);
  if (!found || !X509_check_private_key(certificate.get(), found.get())) {
    throw unusable(name, path, expected, reason());
  }
  return content;
}

/// Of PEM files, each of which may be left out; a certificate and its key go together.
std::shared_ptr<grpc::ChannelCredentials> credentials(const Environment& environment) {
  grpc::SslCredentialsOptions files;
  files.pem_root_certs = certificates(environment, "ARENA_TLS_CA");
  std::string given = "ARENA_TLS_CERT", missing = "ARENA_TLS_KEY";
  if (value(environment, "ARENA_TLS_CERT").empty()) std::swap(given, missing);
  if (!value(environment, given.c_str()).empty() && value(environment, missing.c_str()).empty()) {
    throw std::invalid_argument(given + " is set, but " + missing + " is not, expected both or neither");
  }
  files.pem_cert_chain = certificates(environment, "ARENA_TLS_CERT");
  files.pem_private_key = key(environment, files.pem_cert_chain);
  return grpc::SslCredentials(files);
}

}  // namespace

std::shared_ptr<grpc::Channel> channel(const Environment& environment) {
  const std::string address = value(environment, "ARENA_ADDRESS");
  const auto end = address.find("://");
  const std::string scheme = address.substr(0, end);
  const std::string rest = end == std::string::npos ? "" : address.substr(end + 3);
  grpc::ChannelArguments arguments = options();
  if (scheme == "tls" && is_authority(rest)) {
    return grpc::CreateCustomChannel(rest, credentials(environment), arguments);
  }
  if (scheme == "tcp" && is_authority(rest)) {
    return grpc::CreateCustomChannel(rest, grpc::InsecureChannelCredentials(), arguments);
  }
  if (scheme == "unix" && rest.substr(0, 1) == "/") {
    // a path is no host name, which some servers insist on
    arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
    return grpc::CreateCustomChannel("unix:" + rest, grpc::InsecureChannelCredentials(), arguments);
  }
  throw std::invalid_argument("ARENA_ADDRESS is '" + address +
                              "', expected tcp://host:port, tls://host:port or unix:///path; "
                              "the arena sets it: start the bot with `arena run`");
}

std::string token(const Environment& environment) {
  const std::string given = value(environment, "ARENA_TOKEN");
  if (!std::all_of(given.begin(), given.end(), [](char letter) { return ' ' <= letter && letter <= '~'; })) {
    throw std::invalid_argument("ARENA_TOKEN has characters that no header can carry");
  }
  return given;
}

}  // namespace arena
