//! A question over the window. It carries its answers, so that none can be given that it does not
//! offer.

/// A question that waits for one of its answers; `A` is the action that an answer stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<A> {
    pub title: String,
    pub text: String,
    /// The first is the default.
    pub choices: Vec<Choice<A>>,
    /// Whether the question lapses when the game on the board ends.
    pub lapses_at_end: bool,
}

/// One answer: the text of its button and its action; no action just closes the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    pub label: &'static str,
    pub action: Option<A>,
}

impl<A> Question<A> {
    /// A question without choices.
    pub fn new(title: &str, text: impl Into<String>) -> Question<A> {
        Question {
            title: title.to_owned(),
            text: text.into(),
            choices: Vec::new(),
            lapses_at_end: false,
        }
    }

    /// Adds an answer.
    pub fn choice(mut self, label: &'static str, action: A) -> Question<A> {
        self.choices.push(Choice { label, action: Some(action) });
        self
    }

    /// Adds an answer that does nothing but close the question.
    pub fn cancel(mut self, label: &'static str) -> Question<A> {
        self.choices.push(Choice { label, action: None });
        self
    }

    /// The same question, which lapses when the game on the board ends.
    pub fn lapsing_at_end(self) -> Question<A> {
        Question { lapses_at_end: true, ..self }
    }

    /// The same question with its actions wrapped.
    pub fn map<B>(self, wrap: impl Fn(A) -> B) -> Question<B> {
        let Question { title, text, choices, lapses_at_end } = self;
        let choices = choices
            .into_iter()
            .map(|Choice { label, action }| Choice { label, action: action.map(&wrap) })
            .collect();
        Question { title, text, choices, lapses_at_end }
    }
}
