// SPDX-License-Identifier: AGPL-3.0-or-later

// /blog/post-1
import { paths } from '../../../ui/links/paths';
import { PostFrame } from './PostFrame';
import { POST_1 } from './posts';

export function Post1Page() {
  return (
    <PostFrame post={POST_1}>
      <p>
        You have taken the same tablet for years. The bottle is nearly empty, the dose has not changed, and
        you would like the next three months. It looks like a formality, and for most people it is. Even so, a
        doctor reads every request before it becomes a prescription. This is what we look at.
      </p>
      <h2>Is it really a renewal?</h2>
      <p>
        We renew what you already take regularly. So the first question is whether the medication is listed in
        your medical information, and since when. A medication that was started last week by someone else is
        better reviewed by the person who started it.
      </p>
      <h2>Is the condition stable?</h2>
      <p>
        Blood pressure tablets are renewed because the pressure is under control, not because they ran out. If
        something has changed, such as new symptoms, a hospital stay or a different dose at the pharmacy, say
        so in the notes. It rarely prevents a renewal. It often changes the question we ask next.
      </p>
      <h2>Does it go with everything else?</h2>
      <p>
        Your list of current medications and your allergies are read together with the request. That is why we
        ask you to check both before every request, even when nothing is new: the list is only as good as its
        last reading. With your consent, the doctor also looks at PharmaNet, the provincial record of what
        pharmacies have dispensed.
      </p>
      <h2>Is the amount correct?</h2>
      <p>
        A renewal lasts at most three months. Some medications need a blood test or a measurement at a certain
        interval, and a shorter renewal means that one is due. The doctor may change the amount or the
        directions; you see what was changed, and so does your pharmacist.
      </p>
      <h2>Can it be done from a distance?</h2>
      <p>
        Controlled substances, opiates, benzodiazepines, stimulants and medications for infectious diseases
        cannot be renewed here, and antibiotics only exceptionally. These require an in-person visit. They
        appear crossed out in the search, so that you find out before you pay and not after.
      </p>
      <h2>What you can do</h2>
      <ul>
        <li>Send the request a week before you run out: a review may take up to 24 hours.</li>
        <li>Copy the name and the strength from the label, not from memory.</li>
        <li>Write down what has changed, even when it seems small.</li>
        <li>Answer a doctor’s message: most open requests wait for exactly that.</li>
      </ul>
      <p>
        If you ever react badly to a medication, seek care promptly: call{' '}
        <span className="s-nowrap">8-1-1</span> for advice, and <span className="s-nowrap">9-1-1</span> in an
        emergency. More answers are on the{' '}
        <a className="s-link" href={paths.faq()}>
          FAQ
        </a>{' '}
        page.
      </p>
    </PostFrame>
  );
}
