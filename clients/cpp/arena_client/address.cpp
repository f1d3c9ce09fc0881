#include "arena_client/address.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

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

/// What the file holds that a variable names, or nothing where none is named.
std::string read(const Environment& environment, const char* name) {
  const std::string path = value(environment, name);
  if (path.empty()) return "";
  std::ostringstream content;
  if (!(content << std::ifstream(path, std::ios::binary).rdbuf())) {
    throw std::invalid_argument(std::string(name) + " is '" + path +
                                "', expected a PEM file that can be read");
  }
  return content.str();
}

std::shared_ptr<grpc::ChannelCredentials> credentials(const Environment& environment) {
  grpc::SslCredentialsOptions files;
  files.pem_root_certs = read(environment, "ARENA_TLS_CA");
  files.pem_private_key = read(environment, "ARENA_TLS_KEY");
  files.pem_cert_chain = read(environment, "ARENA_TLS_CERT");
  return grpc::SslCredentials(files);
}

}  // namespace

std::shared_ptr<grpc::Channel> channel(const Environment& environment) {
  const std::string address = value(environment, "ARENA_ADDRESS");
  const auto end = address.find("://");
  const std::string scheme = address.substr(0, end);
  const std::string rest = end == std::string::npos ? "" : address.substr(end + 3);
  if (rest.empty() || (scheme != "tcp" && scheme != "tls" && scheme != "unix")) {
    throw std::invalid_argument("ARENA_ADDRESS is '" + address +
                                "', expected tcp://host:port, tls://host:port or unix:///path; "
                                "the arena sets it: start the bot with `arena run`");
  }
  grpc::ChannelArguments arguments = options();
  if (scheme == "tls") return grpc::CreateCustomChannel(rest, credentials(environment), arguments);
  if (scheme == "tcp") return grpc::CreateCustomChannel(rest, grpc::InsecureChannelCredentials(), arguments);
  // a path is no host name, which some servers insist on
  arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
  return grpc::CreateCustomChannel("unix:" + rest, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace arena
