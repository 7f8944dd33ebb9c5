// SPDX-License-Identifier: AGPL-3.0-or-later

// /faq: the questions by topic. Every answer is on the page, for readers and search engines; the box
// leaves those that hold all the words typed, in the question or in the answer.
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Article } from '../frame/Article';
import { headingsOf, placeOf } from '../frame/Contents';
import { useSite } from '../site';
import classes from './faq.module.css';
import { foundIn } from './find';
import { TOPICS } from './questions';

export function FaqPage() {
  const site = useSite();
  const [typed, setTyped] = useState('');
  const searching = typed.trim() !== '';
  const topics = foundIn(TOPICS, typed, site);
  const count = topics.reduce((sum, topic) => sum + topic.questions.length, 0);
  useEffect(() => {
    // A link to one question shows its answer.
    const asked = document.getElementById(window.location.hash.slice(1));
    if (asked instanceof HTMLDetailsElement) asked.open = true;
  }, []);
  return (
    <Article
      title="FAQ"
      lead="What people ask before they send their first request."
      contents={headingsOf(topics.map((topic) => topic.title))}
    >
      <form className={classes['search']} role="search" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="faq-search">Search the questions</label>
        <div>
          <IconSearch size={20} aria-hidden="true" />
          <input
            id="faq-search"
            type="search"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <p role="status">{searching && (count === 1 ? '1 question found' : `${count} questions found`)}</p>
      </form>
      {topics.map((topic) => (
        <section key={topic.title} className={classes['topic']}>
          <h2 id={placeOf(topic.title)}>{topic.title}</h2>
          {topic.questions.map((one) => (
            <details key={one.id} id={one.id} open={searching || undefined}>
              <summary>
                <h3>{one.question}</h3>
              </summary>
              <div>
                {one.answer(site).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </section>
      ))}
      {count === 0 && (
        <p>
          No questions match. Email us at{' '}
          <a className="s-link" href={`mailto:${site.supportEmail}`}>
            {site.supportEmail}
          </a>
          , and we will answer between 7am and 10pm.
        </p>
      )}
    </Article>
  );
}
