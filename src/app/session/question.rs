//! A question over the window, with the actions of its answers.

/// An open question; `A` is the type of its answers' actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<A> {
    pub title: String,
    pub text: String,
    /// The first is the default.
    pub choices: Vec<Choice<A>>,
    /// True if the question closes when the game on the board ends.
    pub lapses_at_end: bool,
}

/// One answer: the text of its button and its action. Without an action it only closes the
/// question.
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

    /// The same question, closed when the game on the board ends.
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
