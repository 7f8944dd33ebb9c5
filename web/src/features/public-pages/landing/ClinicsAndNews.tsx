// SPDX-License-Identifier: AGPL-3.0-or-later

// Who runs the service, and what is new.
import { IconBuildingHospital } from '@tabler/icons-react';
import { paths } from '../../../ui/links/paths';
import { POSTS } from '../blog/posts';
import { EachClinic } from '../site';
import classes from './landing.module.css';

export function ClinicsAndNews() {
  return (
    <div>
      <section>
        <h2>Our clinics</h2>
        <ul className={classes['clinics']}>
          <EachClinic>
            {(clinic) => (
              <li key={clinic.name}>
                <IconBuildingHospital size={26} aria-hidden="true" />
                <a href={`${paths.aboutUs()}#contact`}>{clinic.name}</a>
                <span>{clinic.address}</span>
                <a href={`tel:${clinic.phone}`} className="s-number">
                  {clinic.phone}
                </a>
              </li>
            )}
          </EachClinic>
        </ul>
      </section>
      <section>
        <h2>News</h2>
        <ul className={classes['news']}>
          {POSTS.map((post) => (
            <li key={post.name}>
              <a className="s-link" href={paths.blogPost(post.name)}>
                {post.title}
              </a>
              <time dateTime={post.day}>{post.shownDay}</time>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
