// SPDX-License-Identifier: AGPL-3.0-or-later

// /blog/post-2
import { paths } from '../../../ui/links/paths';
import { formatDollars, useSite } from '../site';
import { PostFrame } from './PostFrame';
import { POST_2 } from './posts';

export function Post2Page() {
  const { serviceFees } = useSite();
  return (
    <PostFrame post={POST_2}>
      <p>
        Almost everyone snores now and then. In sleep apnea something else happens: the airway closes for ten
        seconds or more, oxygen levels drop, and the sleeper partly wakes to breathe and remembers nothing of
        it in the morning. What remains is a night that did not refresh and a day that is hard to stay awake
        in.
      </p>
      <h2>When to think of it</h2>
      <ul>
        <li>Loud snoring, with pauses that a partner has noticed.</li>
        <li>Sleepiness during the day, at a desk or at the wheel.</li>
        <li>Morning headaches, or a dry mouth on waking.</li>
        <li>High blood pressure that needs more than one medication.</li>
      </ul>
      <p>
        None of these is proof on its own. Together they are reason enough to measure. If you fall asleep
        while driving, do not drive until someone has looked into it.
      </p>
      <h2>What a Level III test is</h2>
      <p>
        A Level III test is done at home, in your own bed, for one night. A small recorder tracks your
        breathing, your effort to breathe, your oxygen and your pulse. There are no wires to the head, and no
        one watches. The sleep clinic shows you how to put it on, and reads the recording when you bring it
        back.
      </p>
      <p>
        It answers one question well: is there obstructive sleep apnea, and how severe is it? People with
        serious heart or lung disease are usually better served by a night in a sleep laboratory; the clinic
        tells you when that is so.
      </p>
      <h2>How to ask for one here</h2>
      <p>
        {`In your account, open the sleep study. You answer ten questions, give your height and weight and one to three blood pressure readings, and choose a sleep clinic and a branch near you. The fee for the request is ${formatDollars(serviceFees.sleepAssessment)}. We fax the request to that branch, and they call you to arrange the night.`}
      </p>
      <p>
        Before you confirm, you can read the assessment that we make out of your answers. It carries no name:
        your name goes to the clinic only with the request itself.
      </p>
      <h2>And then?</h2>
      <p>
        Mild apnea often improves with weight, with the position you sleep in, or with less alcohol in the
        evening. Moderate and severe apnea is treated with a mask or with a device for the jaw, and most
        people who get used to it say the same thing: they had forgotten what being awake feels like.
      </p>
      <p>
        Questions about requests are answered on the{' '}
        <a className="s-link" href={paths.faq()}>
          FAQ
        </a>{' '}
        page.
      </p>
    </PostFrame>
  );
}
