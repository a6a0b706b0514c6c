//! Latency and reciprocal throughput of single instructions: `cargo run --release -p lanesum-measure --example instruction_costs`.

fn main() {
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    println!("{:<34} {:>4} {:>8} {:>20}", "", "bits", "latency", "reciprocal");
    for cost in measure::instructions() {
        let cell = |value: Option<f64>| value.map_or_else(|| "-".into(), |v| format!("{v:.2}"));
        println!(
            "{:<34} {:>4} {:>8} {:>20}",
            cost.name,
            cost.bits,
            cell(cost.latency),
            cell(cost.reciprocal_throughput)
        );
    }
}
