use minnow::rules::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = Variant::by_id(&a[1]).unwrap();
    let p = match a.get(3) {
        Some(f) => Position::from_fen(v, f).unwrap(),
        None => Position::start(v),
    };
    println!("{}", perft(&p, a[2].parse().unwrap()));
}
