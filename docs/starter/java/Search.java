// Starter kit in Java: minimax on a tree (docs/project.md), and a first player (docs/bot.md).
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class Search {
    record Node(int value, List<Node> children) {}

    static String text;
    static int at = 0;
    static int visits = 0;

    static Node parse() {
        List<Node> children = new ArrayList<>();
        if (text.charAt(at) != '(') {
            int start = at;
            while (at < text.length() && " ()".indexOf(text.charAt(at)) < 0) at++;
            return new Node(Integer.parseInt(text.substring(start, at)), children);
        }
        while (text.charAt(at) != ')') {
            at++;  // the bracket or the space before a child
            children.add(parse());
        }
        at++;
        return new Node(0, children);
    }

    /** Visits a node, writes its line of the trace, and returns its value. MAX moves at the root. */
    static int minimax(Node node, List<Integer> path, Integer parent) {
        int number = visits++;
        boolean isMax = path.size() % 2 == 0;
        int value = node.value();
        for (int n = 1; n <= node.children().size(); n++) {
            path.add(n);
            int child = minimax(node.children().get(n - 1), path, number);
            path.remove(path.size() - 1);
            value = n == 1 ? child : isMax ? Math.max(value, child) : Math.min(value, child);
        }
        System.out.println("{\"visit\": " + number + ", \"parent\": " + parent + ", \"path\": " + path
            + ", \"alpha\": null, \"beta\": null, \"value\": " + value + "}");
        return value;
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        String first = input.nextLine();
        if (!Character.isDigit(first.charAt(0))) {
            text = input.nextLine();
            System.out.println("{\"tree\": \"" + text + "\", \"technique\": \"" + first + "\"}");
            minimax(parse(), new ArrayList<>(), null);
        }
        while (Character.isDigit(first.charAt(0))) {  // A turn is a block of lines and an empty line.
            String last = first;
            for (String line = first; !line.isEmpty(); line = input.nextLine()) last = line;
            System.out.println(last.split(" ")[1]);  // the first move of "moves a2-a3 b2-b3 ..."
            first = input.hasNextLine() ? input.nextLine() : "end";
        }
    }
}
