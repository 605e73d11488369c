// Replays the games of the page. The script knows no rules: each move names the squares that it changes.
"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const games = JSON.parse(element("data").textContent);
  const rows = [...document.querySelectorAll("#games tbody tr")];
  let game = null;
  let ply = 0;
  let isTurned = false;

  // The rows of the board after a number of moves, the last rank first. An empty square is a hyphen.
  function boardAt(plies) {
    const placement = game.start.split(" ")[0].replace(/\d/g, (count) => "-".repeat(Number(count)));
    const board = placement.split("/").map((row) => [...row]);
    for (const [, changes] of game.moves.slice(0, plies)) {
      for (const [, file, rank, piece] of changes.matchAll(/([a-h])(\d)(.)/g)) {
        board[board.length - Number(rank)][file.charCodeAt(0) - 97] = piece;
      }
    }
    return board;
  }

  // `12.` before a move of White, `12...` before one of Black.
  function numberOf(index) {
    const fields = game.start.split(" ");
    const half = (Number(fields[5]) - 1) * 2 + (fields[1] === "w" ? 0 : 1) + index;
    return Math.floor(half / 2) + 1 + (half % 2 === 0 ? "." : "...");
  }

  function drawBoard() {
    const board = boardAt(ply);
    const changed = ply > 0 ? game.moves[ply - 1][1] : "";
    const squares = [];
    const pieces = [];
    board.forEach((row, fromTop) => {
      row.forEach((piece, file) => {
        const rank = board.length - fromTop;
        const name = String.fromCharCode(97 + file) + rank;
        const square = document.createElement("div");
        square.className = (file + rank) % 2 === 0 ? "light" : "dark";
        square.classList.toggle("changed", changed.includes(name));
        square.dataset.name = name;
        if (piece !== "-") {
          square.append(element("piece-" + piece).content.cloneNode(true));
          pieces.push(piece + name);
        }
        squares.push(square);
      });
    });
    const view = element("board");
    view.style.setProperty("--files", board[0].length);
    view.setAttribute("aria-label", "Board: " + pieces.join(" "));
    view.replaceChildren(...(isTurned ? squares.reverse() : squares));
  }

  function go(target) {
    ply = Math.max(0, Math.min(target, game.moves.length));
    drawBoard();
    const buttons = element("moves").querySelectorAll("button");
    buttons.forEach((button, index) => {
      const isCurrent = index + 1 === ply;
      button.removeAttribute("aria-current");
      if (isCurrent) {
        button.setAttribute("aria-current", "true");
        // Not `scrollIntoView`, which also scrolls the page.
        const list = element("moves");
        list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    });
    const said = [];
    if (ply > 0) {
      const [san, , note] = game.moves[ply - 1];
      said.push(numberOf(ply - 1) + " " + san, note);
    }
    if (ply === game.moves.length) {
      said.push(game.result, game.reason);
    }
    element("status").textContent = said.filter((text) => text !== "").join(" \u00b7 ") || "Start";
  }

  function open(wanted) {
    game = wanted;
    element("title").textContent = game.title;
    const parts = [];
    game.moves.forEach(([san], index) => {
      if (index === 0 || !numberOf(index).endsWith("...")) {
        parts.push(" " + numberOf(index) + "\u00a0");
      }
      const button = document.createElement("button");
      button.textContent = san;
      button.addEventListener("click", () => go(index + 1));
      parts.push(button, " ");
    });
    element("moves").replaceChildren(...parts);
    element("replay").hidden = false;
    go(0);
    element("replay").scrollIntoView();
  }

  function openNamed() {
    const wanted = games.find((candidate) => "#game-" + candidate.id === location.hash);
    if (wanted) {
      open(wanted);
    }
  }

  const targets = {
    Home: () => 0,
    ArrowLeft: () => ply - 1,
    ArrowRight: () => ply + 1,
    End: () => game.moves.length,
  };
  for (const key of Object.keys(targets)) {
    element(key).addEventListener("click", () => go(targets[key]()));
  }
  element("turn").addEventListener("click", () => {
    isTurned = !isTurned;
    drawBoard();
  });
  document.addEventListener("keydown", (event) => {
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const isField = event.target instanceof HTMLSelectElement;
    if (game && !hasModifier && !isField && Object.hasOwn(targets, event.key)) {
      event.preventDefault();
      go(targets[event.key]());
    }
  });
  element("player").addEventListener("change", (event) => {
    const player = event.target.value;
    for (const row of rows) {
      row.hidden = player !== "" && !row.dataset.players.split(" ").includes(player);
    }
  });
  window.addEventListener("hashchange", openNamed);
  openNamed();
})();
