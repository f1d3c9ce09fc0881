// The bot thinks in the thread that called `run`, which waits for the arena in between.

#include "arena_client/client.h"

#include <cxxabi.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <thread>
#include <typeinfo>
#include <utility>

#include "arena/v1/arena.grpc.pb.h"
#include "arena_client/address.h"

namespace arena {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::duration_cast;
using std::chrono::microseconds;

constexpr int PROTOCOL = 1;
constexpr const char* SDK = "arena_client 0.1.0";
constexpr auto RETRY = std::chrono::milliseconds(100);
constexpr std::size_t MOST_NOTE_BYTES = 60'000;  // a message may have 64 KiB

/// The name of a status code as gRPC's documentation writes it.
const char* name(grpc::StatusCode code) {
  static constexpr const char* NAMES[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  return 0 <= code && code <= grpc::StatusCode::UNAUTHENTICATED ? NAMES[code] : "UNKNOWN";
}

std::string class_name(const Bot& bot) {
  const std::unique_ptr<char, decltype(&std::free)> written(
      abi::__cxa_demangle(typeid(bot).name(), nullptr, nullptr, nullptr), std::free);
  return written ? written.get() : typeid(bot).name();
}

class FunctionBot : public Bot {
 public:
  explicit FunctionBot(std::function<Choice(Turn&)> choose_move) : choose_move_(std::move(choose_move)) {
    name = "choose_move";
  }

  Choice choose_move(Turn& turn) override { return choose_move_(turn); }

 private:
  std::function<Choice(Turn&)> choose_move_;
};

v1::MoveChosen answer_to(const v1::TurnStarted& question, const Choice& choice) {
  v1::MoveChosen answer;
  answer.set_game_id(question.game_id());
  answer.set_turn_id(question.turn_id());
  if (const auto* notation = std::get_if<std::string>(&choice)) {
    answer.set_notation(*notation);
  } else if (const auto* index = std::get_if<int>(&choice)) {
    answer.set_index(static_cast<std::uint32_t>(*index));
  } else if (const auto* move = std::get_if<Move>(&choice)) {
    *answer.mutable_chosen() = *move;
  } else {
    answer.mutable_resignation();
  }
  return answer;
}

/// Events are heard as bytes: of one that cannot be read, the library only says that there is none.
using Stub = grpc::TemplatedGenericStub<v1::PlayRequest, grpc::ByteBuffer>;
using Stream = grpc::ClientAsyncReaderWriter<v1::PlayRequest, grpc::ByteBuffer>;

class Client {
 public:
  Client(Bot& bot, const std::shared_ptr<grpc::Channel>& line, const std::string& token)
      : bot_(bot), line_(line), bearer_("Bearer " + token), stub_(line) {}

  /// Converse on one stream, and on a new one where the arena lets a lost one be replaced.
  grpc::Status play() {
    while (true) {
      const grpc::Status status = converse();
      if (status.ok() || !may_return(status)) return status;
      pause();
    }
  }

 private:
  bool may_return(const grpc::Status& status) {
    lost_at_ = lost_at_.value_or(Clock::now());
    const auto lost_us = duration_cast<microseconds>(Clock::now() - *lost_at_).count();
    const bool in_time = lost_us < welcome_.limits().reconnect_us();
    return in_time && status.error_code() == grpc::StatusCode::UNAVAILABLE;
  }

  /// The library connects only while somebody waits for it.
  void pause() const {
    const auto end = std::chrono::system_clock::now() + RETRY;
    line_->WaitForConnected(end);
    std::this_thread::sleep_until(end);
  }

  grpc::Status converse() {
    stream_.reset();  // it lies in its context
    context_.emplace();
    context_->AddMetadata("authorization", bearer_);
    stream_ = stub_.PrepareCall(&*context_,
                                std::string("/") + v1::ArenaService::service_full_name() + "/Play", &queue_);
    stream_->StartCall(nullptr);
    done();
    say(hello());
    grpc::ByteBuffer bytes;
    v1::PlayResponse response;
    while (heard(bytes)) {
      if (!grpc::SerializationTraits<v1::PlayResponse>::Deserialize(&bytes, &response).ok()) {
        return {grpc::StatusCode::INTERNAL, "a message that cannot be read"};
      }
      if (response.has_goodbye()) return leave();
      hear(response);
    }
    grpc::Status status;
    stream_->Finish(&status, nullptr);
    done();
    return status;
  }

  /// Nothing more is said after goodbye, and nothing that may still be heard matters.
  grpc::Status leave() {
    stream_->WritesDone(nullptr);
    done();
    grpc::ByteBuffer ignored;
    while (heard(ignored)) continue;
    return grpc::Status::OK;
  }

  v1::PlayRequest hello() const {
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_protocol(PROTOCOL);
    hello.set_name(bot_.name.empty() ? class_name(bot_) : bot_.name);
    hello.set_version(bot_.version);
    hello.set_language("cpp");
    hello.set_sdk(SDK);
    hello.set_resume_key(welcome_.resume_key());
    return request;
  }

  /// Do what an event asks for; an event that is not known is ignored.
  void hear(const v1::PlayResponse& response) {
    switch (response.event_case()) {
      case v1::PlayResponse::kWelcome:
        return welcomed(response.welcome());
      case v1::PlayResponse::kGameStarted:
        return started(response.game_started());
      case v1::PlayResponse::kTurnStarted:
        return asked(response.turn_started());
      case v1::PlayResponse::kGameEnded:
        game_.Clear();  // the same game may be played again
        return bot_.game_ended(response.game_ended());
      default:
        return;
    }
  }

  void welcomed(const v1::Welcome& welcome) {
    welcome_ = welcome;
    lost_at_.reset();
    cards_ = by_id(welcome.catalogue().cards());
    nobles_ = by_id(welcome.catalogue().nobles());
  }

  void started(const GameStarted& game) {
    if (game.game_id() != game_.game_id()) {  // else it is said again on a new stream
      game_ = game;
      bot_.game_started(game_);
    }
    v1::PlayRequest request;
    request.mutable_ready()->set_game_id(game.game_id());
    say(request);
  }

  void asked(const v1::TurnStarted& question) {
    if (!answer_ || question.turn_id() != answer_->turn_id()) {  // else it is asked again on a new stream
      const auto began = Clock::now();
      Turn turn = turn_from(question, game_, cards_, nobles_);
      answer_ = answer_to(question, bot_.choose_move(turn));
      answer_->set_think_us(duration_cast<microseconds>(Clock::now() - began).count());
      answer_->set_note(kept(turn.note, welcome_.limits().note_bytes()));
    }
    v1::PlayRequest request;
    *request.mutable_move_chosen() = *answer_;
    say(request);
  }

  /// Where it fails, the stream is lost, and reading from it says why.
  void say(const v1::PlayRequest& request) {
    stream_->Write(request, nullptr);
    done();
  }

  bool heard(grpc::ByteBuffer& bytes) {
    stream_->Read(&bytes, nullptr);
    return done();
  }

  /// Wait until the stream has done what was asked of it last; whether it could.
  bool done() {
    void* tag = nullptr;
    bool could = false;
    return queue_.Next(&tag, &could) && could;
  }

  Bot& bot_;
  std::shared_ptr<grpc::Channel> line_;
  std::string bearer_;
  Stub stub_;
  grpc::CompletionQueue queue_;
  std::optional<grpc::ClientContext> context_;
  std::unique_ptr<Stream> stream_;
  v1::Welcome welcome_;
  std::map<std::uint32_t, Card> cards_;
  std::map<std::uint32_t, Noble> nobles_;
  GameStarted game_;
  std::optional<v1::MoveChosen> answer_;
  std::optional<Clock::time_point> lost_at_;
};

/// What the libraries print would stand among the bot's words; a GRPC_VERBOSITY that is set brings it back.
void silence() {
  setenv("GRPC_VERBOSITY", "NONE", 0);
#if GOOGLE_PROTOBUF_VERSION < 4022000  // later ones print as gRPC does
  google::protobuf::SetLogHandler(nullptr);
#endif
}

/// A client of the arena that the environment names; nothing, after a sentence on stderr, if it cannot be.
std::unique_ptr<Client> dialled(Bot& bot) {
  silence();
  try {
    const std::shared_ptr<grpc::Channel> line = channel();
    return std::make_unique<Client>(bot, line, token());
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << std::endl;
    return nullptr;
  }
}

/// The length of the character that a text begins with, or 0 if it does with none (RFC 3629).
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? text[at] & 0xFFu : 0u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || most < byte(1)) return 0;
  for (std::size_t at = 2; at < length; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

int run(Bot& bot) {
  const std::unique_ptr<Client> client = dialled(bot);
  if (!client) return 1;
  const grpc::Status status = client->play();
  if (status.ok()) return 0;
  std::cerr << "the arena ended the connection: " << name(status.error_code()) << ": "
            << status.error_message() << std::endl;
  return 1;
}

int run(std::function<Choice(Turn&)> choose_move) {
  FunctionBot bot(std::move(choose_move));
  return run(bot);
}

Turn turn_from(const v1::TurnStarted& question, const GameStarted& game,
               const std::map<std::uint32_t, Card>& cards, const std::map<std::uint32_t, Noble>& nobles) {
  std::vector<std::optional<std::int64_t>> clocks_us;
  for (const v1::SeatClock& clock : question.clocks()) {
    clocks_us.push_back(clock.has_left_us() ? std::optional(clock.left_us()) : std::nullopt);
  }
  return Turn{game,
              question.observation(),
              question.legal_moves(),
              question.turns_played(),
              std::move(clocks_us),
              question.has_allowed_us() ? std::optional(question.allowed_us()) : std::nullopt,
              cards,
              nobles};
}

std::string kept(std::string_view note, std::size_t limit) {
  const std::size_t room = limit ? std::min(limit, MOST_NOTE_BYTES) : MOST_NOTE_BYTES;
  std::string text;
  while (!note.empty()) {
    const std::size_t length = character(note);
    const std::string_view next = length ? note.substr(0, length) : "\uFFFD";
    if (text.size() + next.size() > room) break;
    text += next;
    note.remove_prefix(length ? length : 1);
  }
  return text;
}

}  // namespace arena
