//! The options of `lanesum bench`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanesum::Algorithm;
use measure::trials::Settings;

use crate::args::values::number;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // one for each option
pub(crate) struct BenchArgs {
    /// Algorithms, separated by commas
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_delimiter = ',', value_parser = algorithms(),
          ignore_case = true, default_values = ["sha3-256", "shake128"],
          default_values_if("quick", "true", ["sha3-256", "sha256", "sha512", "blake256", "blake512"]))]
    pub(crate) algorithms: Vec<Algorithm>,

    /// Seconds for each number and length of messages, for all backends together; twice as long if few samples are
    /// quiet, and again at each retry
    #[arg(long, value_name = "S", default_value = "0.2", default_value_if("quick", "true", "0.07"), value_parser = seconds,
          allow_negative_numbers = true)]
    pub(crate) seconds: f64,

    /// How often to retry figures without enough quiet samples, two minutes after the last try; 0 for never
    #[arg(long, value_name = "N", default_value_t = Settings::default().retries, default_value_if("quick", "true", "0"),
          value_parser = number(0..=1000_usize), allow_negative_numbers = true)]
    pub(crate) retries: usize,

    /// Write the figures as a JSON array, one object for each backend, number and length of messages
    #[arg(long)]
    pub(crate) json: bool,

    /// Measure only what decides the order, in under three seconds: one algorithm of each family, messages of one length
    #[arg(long)]
    pub(crate) quick: bool,

    /// Save the order of backends that was found; later runs of lanesum by this user follow it
    #[arg(long)]
    pub(crate) save: bool,

    /// Remove the saved order; nothing is measured
    #[arg(long, conflicts_with_all = ["save", "json", "quick"])]
    pub(crate) forget: bool,
}

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::PLAIN.iter().map(|algorithm| algorithm.name()))
        .try_map(|name| name.to_ascii_lowercase().parse::<Algorithm>())
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("not a number from 0.001 to 600".into()),
    }
}
