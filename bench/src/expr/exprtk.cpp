// Times formulas with exprtk the way its users call it: bind the variables once, then set them and call value().
//
// Compiled with NUMBER as float or double. Standard input begins with the number of rows as a 32-bit integer. Then each
// row has four floats: x, y, z and t. Commands follow, one per line:
//
//   formula TEXT   compiles the formula; prints `ok` or the error
//   values         prints the value of every row
//   time CALLS     computes CALLS values, rounded up to all rows, and prints the processor time in nanoseconds

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "exprtk.hpp"

namespace {

using Row = NUMBER[4];

struct Formula {
    exprtk::symbol_table<NUMBER> symbols;
    exprtk::expression<NUMBER> expression;
    NUMBER variables[4] = {};
    // A bit for each of x, y, z and t that the formula uses. Timed loops set only the used variables, as callers would.
    unsigned used = 0;
};

double seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

std::string compile(Formula& formula, const std::string& text) {
    static const char* const names[] = {"x", "y", "z", "t"};
    for (int i = 0; i < 4; ++i) {
        formula.symbols.add_variable(names[i], formula.variables[i]);
    }
    formula.symbols.add_constants();
    formula.symbols.add_constant("e", NUMBER(2.718281828459045235));
    formula.expression.register_symbol_table(formula.symbols);
    exprtk::parser<NUMBER> parser;
    parser.dec().collect_variables() = true;
    if (!parser.compile(text, formula.expression)) {
        return parser.error();
    }
    std::vector<std::pair<std::string, exprtk::parser<NUMBER>::symbol_type>> found;
    parser.dec().symbols(found);
    for (const auto& symbol : found) {
        for (unsigned i = 0; i < 4; ++i) {
            formula.used |= unsigned(symbol.first == names[i]) << i;
        }
    }
    return "ok";
}

template <unsigned USED>
NUMBER sum(Formula& formula, const Row* rows, std::uint32_t count) {
    NUMBER sum = 0;
    for (std::uint32_t row = 0; row < count; ++row) {
        for (unsigned i = 0; i < 4; ++i) {
            if (USED >> i & 1) {
                formula.variables[i] = rows[row][i];
            }
        }
        sum += formula.expression.value();
    }
    return sum;
}

using Sum = NUMBER (*)(Formula&, const Row*, std::uint32_t);

const Sum SUMS[16] = {sum<0>, sum<1>, sum<2>,  sum<3>,  sum<4>,  sum<5>,  sum<6>,  sum<7>,
                      sum<8>, sum<9>, sum<10>, sum<11>, sum<12>, sum<13>, sum<14>, sum<15>};

}  // namespace

int main() {
    std::uint32_t count = 0;
    if (std::fread(&count, sizeof count, 1, stdin) != 1 || count == 0) {
        return 1;
    }
    std::vector<float> read(std::size_t(count) * 4);
    if (std::fread(read.data(), sizeof(float), read.size(), stdin) != read.size()) {
        return 1;
    }
    std::vector<NUMBER> numbers(read.begin(), read.end());
    const Row* rows = reinterpret_cast<const Row*>(numbers.data());
    Formula* formula = nullptr;
    volatile NUMBER sink = 0;
    std::string command;
    char* line = nullptr;
    std::size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        command.assign(line, std::size_t(length) - 1);
        if (command.compare(0, 8, "formula ") == 0) {
            delete formula;
            formula = new Formula;
            std::cout << compile(*formula, command.substr(8)) << std::endl;
        } else if (command == "values" && formula) {
            for (std::uint32_t row = 0; row < count; ++row) {
                for (unsigned i = 0; i < 4; ++i) {
                    formula->variables[i] = rows[row][i];
                }
                std::printf("%.9g\n", double(formula->expression.value()));
            }
            std::fflush(stdout);
        } else if (command.compare(0, 5, "time ") == 0 && formula) {
            const unsigned long calls = std::stoul(command.substr(5));
            const double start = seconds();
            for (unsigned long done = 0; done < calls; done += count) {
                sink = sink + SUMS[formula->used](*formula, rows, count);
            }
            std::cout << (seconds() - start) * 1e9 << std::endl;
        } else {
            return 1;
        }
    }
    delete formula;
    std::free(line);
    return 0;
}
