package arena.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClientTest {
    @Test
    void makesANoteValidTextOfTheLengthThatIsKept() {
        String lengthy = "\u00e9".repeat(99_999);
        assertEquals("because", Client.kept("because", 1024));
        assertEquals("beca", Client.kept("because", 4));
        assertEquals("\u00e9", Client.kept("\u00e9\u00e9", 3));
        assertEquals("", Client.kept("\ud83d\ude00", 3));
        assertEquals("\ud83d\ude00", Client.kept("\ud83d\ude00", 4));
        assertEquals("a\ufffdb", Client.kept("a\udc80b", 1024));
        assertEquals(lengthy.substring(0, 30_000), Client.kept(lengthy, 0));
        assertEquals(lengthy.substring(0, 30_000), Client.kept(lengthy, -1));
    }
}
