// Solves positions of connect four with P. Pons' solver, without a book: reads columns from the
// input, a position a line, and prints processor seconds, nodes and scores. With -w, it solves only
// for win, draw or loss. Built by pons.sh.
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "Solver.hpp"

using namespace GameSolver::Connect4;

int main(int argc, char **argv) {
  const bool weak = argc > 1 && std::string(argv[1]) == "-w";
  std::vector<Position> positions;
  for (std::string line; std::getline(std::cin, line);) {
    Position position;
    if (position.play(line) != line.size()) return 1;
    positions.push_back(position);
  }
  Solver solver; // allocates its table and writes all its pages, before the clock starts
  std::vector<int> scores;
  const std::clock_t start = std::clock();
  for (const Position &position : positions) scores.push_back(solver.solve(position, weak));
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << seconds << " " << solver.getNodeCount();
  // A weak score is only a bound.
  for (int score : scores) std::cout << " " << (weak ? (score > 0) - (score < 0) : score);
  std::cout << std::endl;
}
