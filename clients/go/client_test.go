package arena

import (
	"strings"
	"testing"
)

func TestANoteIsMadeValidTextOfTheLengthThatIsKept(t *testing.T) {
	long := strings.Repeat("é", 99_999)
	for _, test := range []struct {
		note     string
		limit    uint32
		expected string
	}{
		{"because", 1024, "because"},
		{"because", 4, "beca"},
		{"éé", 3, "é"},
		{"😀", 3, ""},
		{"a\xffb", 1024, "a\uFFFDb"},
		{long, 0, long[:60_000]},
		{long, 1<<32 - 1, long[:60_000]},
	} {
		if got := kept(test.note, test.limit); got != test.expected {
			t.Errorf("of %.9q with %d is kept %.9q, expected %.9q", test.note, test.limit, got, test.expected)
		}
	}
}
