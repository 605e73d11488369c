// Starter kit in C++: minimax on a tree (docs/project.md), and a first player (docs/bot.md).
#include <algorithm>
#include <cctype>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Node {
    int value = 0;               // of a leaf
    std::vector<Node> children;  // none at a leaf
};

Node parse(std::istream &text) {
    Node node;
    if ((text >> std::ws).peek() != '(') {
        text >> node.value;
        return node;
    }
    text.get();
    while ((text >> std::ws).peek() != ')') node.children.push_back(parse(text));
    text.get();
    return node;
}

// Visits a node, writes its line of the trace, and returns its value. MAX moves at the root.
int visits = 0;
int minimax(const Node &node, std::vector<size_t> path, int parent) {
    const int number = visits++;
    const bool is_max = path.size() % 2 == 0;
    int value = node.value;
    for (size_t n = 0; n < node.children.size(); n++) {
        path.push_back(n + 1);
        const int child = minimax(node.children[n], path, number);
        path.pop_back();
        value = n == 0 ? child : is_max ? std::max(value, child) : std::min(value, child);
    }
    std::cout << "{\"visit\": " << number << ", \"parent\": " << (parent < 0 ? "null" : std::to_string(parent)) << ", \"path\": [";
    for (size_t i = 0; i < path.size(); i++) std::cout << (i == 0 ? "" : ", ") << path[i];
    std::cout << "], \"alpha\": null, \"beta\": null, \"value\": " << value << "}\n";
    return value;
}

int main() {
    std::string first, line, last;
    std::getline(std::cin, first);
    if (!first.empty() && !std::isdigit(static_cast<unsigned char>(first[0]))) {
        std::getline(std::cin, line);
        std::cout << "{\"tree\": \"" << line << "\", \"technique\": \"" << first << "\"}\n";
        std::istringstream text(line);
        return minimax(parse(text), {}, -1), 0;
    }
    do {  // A turn is a block of lines and an empty line; the last line of the block has the moves.
        while (std::getline(std::cin, line) && !line.empty()) last = line;
        std::istringstream moves(last);
        moves >> line >> line;  // "moves", and the first of them
        std::cout << line << std::endl;
    } while (std::getline(std::cin, first) && !first.empty() && std::isdigit(static_cast<unsigned char>(first[0])));
}
