"""From an utterance to the durable statements it holds, and the reason why the rest is none."""
