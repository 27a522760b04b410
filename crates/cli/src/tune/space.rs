//! The tuned parameters, and the agents with their values.

use crate::output::Failure;

/// A parameter of an agent.
#[derive(Clone, Debug, PartialEq)]
struct Parameter {
    name: String,
    start: f64,
    /// Initial standard deviation.
    step: f64,
    low: f64,
    high: f64,
    is_whole: bool,
}

impl Parameter {
    /// Parses `NAME=START[,STEP[,LOW,HIGH]]`.
    fn read(text: &str, is_whole: bool) -> Result<Self, Failure> {
        let refuse = |why: &str| Failure::of(format_args!("--parameters {text}"), why);
        let form = "expected NAME=START[,STEP[,LOW,HIGH]]";
        let (name, numbers) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(|| refuse(form))?;
        let numbers: Option<Vec<f64>> =
            numbers.split(',').map(|number| number.parse().ok().filter(|number: &f64| number.is_finite())).collect();
        let numbers = numbers.ok_or_else(|| refuse(form))?;
        let (start, step, low, high) = match numbers[..] {
            [start] => (start, usual_step(start), f64::NEG_INFINITY, f64::INFINITY),
            [start, step] => (start, step, f64::NEG_INFINITY, f64::INFINITY),
            [start, step, low, high] => (start, step, low, high),
            _ => return Err(refuse(form)),
        };
        if step <= 0.0 {
            return Err(refuse("STEP must be above 0"));
        }
        if !(low..=high).contains(&start) {
            return Err(refuse("START must lie between LOW and HIGH"));
        }
        Ok(Self { name: name.to_owned(), start, step, low, high, is_whole })
    }

    /// Returns the value at a distance from the start in steps, with six digits.
    fn value(&self, steps: f64) -> f64 {
        let value = (self.start + self.step * steps).clamp(self.low, self.high);
        let value = if self.is_whole { value.round() } else { value };
        format!("{value:.5e}").parse().unwrap_or(value)
    }
}

/// Returns the default step: half of the start, or one half if the start is 0.
fn usual_step(start: f64) -> f64 {
    if start == 0.0 { 0.5 } else { start.abs() / 2.0 }
}

/// The space of parameter values. A point has one coordinate per parameter: the distance from its
/// start in steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Space {
    template: String,
    parameters: Vec<Parameter>,
}

impl Space {
    /// Parses the parameters of an agent with parameter names in braces. Those in `whole` are
    /// rounded.
    pub(super) fn read(template: &str, parameters: &[String], whole: &[String]) -> Result<Self, Failure> {
        let name = |text: &str| text.split('=').next().unwrap_or_default().to_owned();
        let read = |text: &String| Parameter::read(text, whole.contains(&name(text)));
        let parameters = parameters.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for (number, Parameter { name, .. }) in parameters.iter().enumerate() {
            if parameters[..number].iter().any(|other| other.name == *name) {
                return Err(Failure::of("--parameters", format_args!("duplicate parameter {name}")));
            }
            if !template.contains(&format!("{{{name}}}")) {
                return Err(Failure::of(
                    format_args!("--parameters {name}"),
                    format_args!("--agent has no {{{name}}}"),
                ));
            }
        }
        if let Some(name) = whole.iter().find(|&name| parameters.iter().all(|parameter| parameter.name != *name)) {
            return Err(Failure::of("--whole", format_args!("--parameters has no {name}")));
        }
        let space = Self { template: template.to_owned(), parameters };
        let agent = space.agent(&vec![0.0; space.dimensions()]);
        if agent.contains(['{', '}']) {
            return Err(Failure::of(
                "--agent",
                format_args!("--parameters has no value for a name in braces: {agent}"),
            ));
        }
        Ok(space)
    }

    pub(super) fn dimensions(&self) -> usize {
        self.parameters.len()
    }

    /// Returns the names and values at a point.
    pub(super) fn values(&self, point: &[f64]) -> Vec<(&str, f64)> {
        let value = |(parameter, &steps): (&'_ Parameter, &f64)| parameter.value(steps);
        let names = self.parameters.iter().map(|parameter| parameter.name.as_str());
        names.zip(self.parameters.iter().zip(point).map(value)).collect()
    }

    /// Returns the agent with the values of a point.
    pub(super) fn agent(&self, point: &[f64]) -> String {
        let with =
            |agent: String, (name, value): (&str, f64)| agent.replace(&format!("{{{name}}}"), &value.to_string());
        self.values(point).into_iter().fold(self.template.clone(), with)
    }
}
