// SPDX-License-Identifier: AGPL-3.0-or-later

// The front page: what the service is, how a renewal works, what it costs, what it cannot do, what
// else there is, and who runs it.
import { useSite } from '../site';
import { Limitations } from './Limitations';
import { Cards } from './Cards';
import { Hero } from './Hero';
import { ClinicsAndNews } from './ClinicsAndNews';
import { HowItWorks } from './HowItWorks';
import classes from './landing.module.css';
import { Services } from './Services';
import { FeesNote } from '../prices/FeesNote';
import { PriceFor } from '../prices/PriceFor';
import { paths } from '../../../ui/links/paths';

export function LandingPage() {
  return (
    <>
      <Hero />
      <div className={classes['wide']}>
        <Cards />
        <Statistics />
        <HowItWorks />
      </div>
      <div className={classes['band']}>
        <div className={classes['wide']}>
          <div className={classes['halves']}>
            <section>
              <h2>What it costs</h2>
              <FeesNote />
              <PriceFor />
              <a className="s-link" href={paths.price()}>
                See the full fee schedule
              </a>
            </section>
            <Limitations />
          </div>
        </div>
      </div>
      <div className={classes['wide']}>
        <div className={classes['halves']} data-last>
          <Services />
          <ClinicsAndNews />
        </div>
      </div>
    </>
  );
}

/** Claims of the operator: settings, with the specification's as defaults (decision 128). */
function Statistics() {
  const { landing } = useSite();
  const claims = [
    [landing.medications, 'medications'],
    [landing.pharmacies, 'pharmacies'],
    [landing.locations, 'physical locations'],
    [landing.years, 'years of experience'],
  ] as const;
  return (
    <ul className={classes['statistics']} aria-label="In numbers">
      {claims.map(([number, words]) => (
        <li key={words}>
          <strong>{number}</strong> {words}
        </li>
      ))}
    </ul>
  );
}
