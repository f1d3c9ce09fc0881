package arena.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"", "127.0.0.1:4000", "tcp://", "tcp:/x:1", "http://x:1", "tcp://x:0", "unix://a"})
    void refusesOtherForms(String address) {
        Exception error = assertThrows(
                IllegalArgumentException.class, () -> Address.channel(Map.of("ARENA_ADDRESS", address)));
        assertEquals(
                "ARENA_ADDRESS is '" + address + "', expected tcp://host:port, tls://host:port or "
                        + "unix:///path; the arena sets it: start the bot with `arena run`",
                error.getMessage());
    }

    @Test
    void refusesNoAddress() {
        assertThrows(IllegalArgumentException.class, () -> Address.channel(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://127.0.0.1:4000, 127.0.0.1:4000",
        "tcp://[::1]:4000, [::1]:4000",
        "tls://arena.example:4000, arena.example:4000",
        "unix:///tmp/a folder/100%.socket, localhost",
    })
    void namesTheServer(String address, String authority) {
        var channel = Address.channel(Map.of("ARENA_ADDRESS", address));
        assertEquals(authority, channel.authority());
        channel.shutdownNow();
    }
}
