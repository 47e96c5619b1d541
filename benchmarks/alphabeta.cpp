// The yardstick of search.py: plain alpha-beta on nine boards as tttcore/players/alphabeta does it, by recursion.
//
// Usage: alphabeta DEPTH ROUNDS < positions. Each line is a position: nine numbers of X's marks as bits, nine of O's,
// the target (9 for any), who moves (0 or 1). Rule: who is sent to a full board may mark any; heuristic 1.
// Prints the nodes of all positions, the sum of their values to who moves, and the median seconds of a round.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int ANY = 9, FULL = 511, WIN = 60, CONTROLLED = 6, ENDLESS = 1 << 20;
constexpr int LINES[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

struct Board {
    int16_t free, wins[2], control, worth, gain[2], unused;
};

struct Position {
    int codes[9], control, full, worth, target, mover;
};

Board boards[19683];
int powers[9];
int codes[9];
int64_t nodes;

int completing(int marks) {
    int found = 0;
    for (int line : LINES)
        if (__builtin_popcount(line & ~marks) == 1) found |= line & ~marks;
    return found;
}

int gain(const Board &before, const Board &after, int mover) { return (1 - 2 * mover) * (after.worth - before.worth); }

void fill_boards() {
    for (int cell = 0, power = 1; cell < 9; cell++, power *= 3) powers[cell] = power;
    for (int code = 0; code < 19683; code++) {
        int marks[2] = {0, 0};
        for (int cell = 0; cell < 9; cell++)
            if (int digit = code / powers[cell] % 3) marks[digit - 1] |= 1 << cell;
        Board &board = boards[code];
        board.free = FULL & ~(marks[0] | marks[1]);
        for (int player = 0; player < 2; player++) board.wins[player] = completing(marks[player]) & board.free;
        board.control = (board.wins[0] > 0) | (board.wins[1] > 0) << 9;
        board.worth = CONTROLLED * ((board.wins[0] > 0) - (board.wins[1] > 0));
    }
    for (int code = 0; code < 19683; code++)
        for (int mover = 0; mover < 2; mover++) {
            int most = -ENDLESS / 64;
            for (int cell = 0; cell < 9; cell++)
                if ((boards[code].free & ~boards[code].wins[mover]) >> cell & 1)
                    most = std::max(most, gain(boards[code], boards[code + (1 + mover) * powers[cell]], mover));
            boards[code].gain[mover] = most;
        }
}

bool plain(int full, int target) { return !full && target != ANY && boards[codes[target]].free != 1 << target; }

int search(int control, int full, int worth, int target, int mover, int left, int low, int high);

// Any position, a cell at a time; at the depth limit the positions after the marks are only valued.
__attribute__((noinline)) int search_rough(int control, int full, int worth, int target, int mover, int left, int low,
                                           int high) {
    const int other = 1 - mover, first = target == ANY ? 0 : target, last = target == ANY ? 8 : target;
    struct { int board, cell; } listed[81];
    int count = 0, best = -ENDLESS;
    for (int board = first; board <= last; board++)
        for (int cell = 0; cell < 9; cell++) {
            const Board &before = boards[codes[board]];
            if (!(before.free >> cell & 1)) continue;
            const Board &after = boards[codes[board] + (1 + mover) * powers[cell]];
            const int filled = full | (after.free == 0) << board;
            int losing = ((control & ~(513 << board)) | after.control << board) >> 9 * other & FULL;
            if (!(filled >> cell & 1)) losing &= 1 << cell;
            if (filled == FULL) best = std::max(best, 0);
            else if (left == 1) best = std::max(best, worth + gain(before, after, mover));
            else if (losing) best = std::max(best, -WIN);
            else listed[count++] = {board, cell};
        }
    for (int tried = 0; tried < count && best < high; tried++) {
        const auto [board, cell] = listed[tried];
        const int code = codes[board];
        nodes++;
        codes[board] = code + (1 + mover) * powers[cell];
        const Board &after = boards[codes[board]];
        const int filled = full | (after.free == 0) << board;
        const int value = -search((control & ~(513 << board)) | after.control << board, filled,
                                  -worth - gain(boards[code], after, mover), filled >> cell & 1 ? ANY : cell, other,
                                  left - 1, -high, -std::max(low, best));
        codes[board] = code;
        best = std::max(best, value);
    }
    return best;
}

int search(int control, int full, int worth, int target, int mover, int left, int low, int high) {
    if (!plain(full, target)) return search_rough(control, full, worth, target, mover, left, low, high);
    const int code = codes[target], bit = 1 << target, other = 1 - mover;
    const Board &board = boards[code];
    if (left == 1) return worth + board.gain[mover];
    const int here = board.wins[other] & ~bit ? bit : 0;
    int safe = board.free & ~((control >> 9 * other & FULL & ~bit) | here);
    int best = safe == board.free ? -ENDLESS : -WIN;
    while (safe && best < high) {
        const int cell = __builtin_ctz(safe);
        safe &= safe - 1;
        nodes++;
        codes[target] = code + (1 + mover) * powers[cell];
        const Board &after = boards[codes[target]];
        const int filled = full | (after.free == 0) << target;
        const int value = -search((control & ~(513 << target)) | after.control << target, filled,
                                  -worth - gain(board, after, mover), filled >> cell & 1 ? ANY : cell, other, left - 1,
                                  -high, -std::max(low, best));
        best = std::max(best, value);
    }
    codes[target] = code;
    return best;
}

bool read(Position &position) {
    int marks[2][9];
    for (auto &side : marks)
        for (int &board : side)
            if (scanf("%d", &board) != 1) return false;
    if (scanf("%d %d", &position.target, &position.mover) != 2) return false;
    position.control = position.full = position.worth = 0;
    for (int board = 0; board < 9; board++) {
        int &code = position.codes[board] = 0;
        for (int cell = 0; cell < 9; cell++)
            code += ((marks[0][board] >> cell & 1) + 2 * (marks[1][board] >> cell & 1)) * powers[cell];
        position.control |= boards[code].control << board;
        position.full |= (boards[code].free == 0) << board;
        position.worth += (1 - 2 * position.mover) * boards[code].worth;
    }
    return true;
}

}  // namespace

int main(int, char **arguments) {
    const int depth = atoi(arguments[1]), rounds = atoi(arguments[2]);
    fill_boards();
    std::vector<Position> positions;
    for (Position position; read(position);) positions.push_back(position);
    std::vector<double> seconds;
    int64_t values = 0;
    for (int round = 0; round < rounds; round++) {
        const auto began = std::chrono::steady_clock::now();
        nodes = values = 0;
        for (const Position &position : positions) {
            std::copy(position.codes, position.codes + 9, codes);
            values += search(position.control, position.full, position.worth, position.target, position.mover, depth, -WIN, WIN);
        }
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    }
    std::nth_element(seconds.begin(), seconds.begin() + rounds / 2, seconds.end());
    printf("%lld %lld %.9g\n", static_cast<long long>(nodes), static_cast<long long>(values), seconds[rounds / 2]);
}
