// SPDX-License-Identifier: AGPL-3.0-or-later

// The public pages: their addresses, what search engines and previews are told of them, and the
// screens, each a chunk of its own. The sitemap and the pre-rendered files are made from this list.
import type { ComponentType } from 'react';
import { paths } from '../../ui/links/paths';
import { POST_1, POST_2, type Post } from './blog/posts';
import { TOPICS } from './faq/questions';
import type { Site } from './site';

type Load = () => Promise<ComponentType>;

export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The module of the screen: the build preloads its chunk with the page. */
  readonly module: string;
  readonly load: Load;
  /** Signed in, there is a better place (decision 18). */
  readonly signedOutOnly?: boolean;
  /** "article" for posts. */
  readonly kind?: 'article';
  readonly day?: string;
  /** schema.org's words for what stands on the page. */
  readonly facts?: (site: Site) => object;
}

function post(of: Post, module: string, load: Load): PublicPage {
  return {
    path: paths.blogPost(of.name),
    title: of.title,
    description: of.summary,
    module,
    load,
    kind: 'article',
    day: of.day,
    facts: (site) => ({
      '@type': 'BlogPosting',
      headline: of.title,
      description: of.summary,
      datePublished: of.day,
      inLanguage: 'en-CA',
      author: { '@type': 'Organization', name: site.product },
    }),
  };
}

function clinics(site: Site): object {
  return {
    '@type': 'MedicalBusiness',
    name: site.product,
    description: 'Online renewal of prescriptions in British Columbia, reviewed by a doctor.',
    email: site.supportEmail,
    areaServed: 'British Columbia, Canada',
    currenciesAccepted: 'CAD',
    parentOrganization: { '@type': 'MedicalClinic', name: site.clinicName },
  };
}

function questions(site: Site): object {
  return {
    '@type': 'FAQPage',
    mainEntity: TOPICS.flatMap((topic) => topic.questions).map((one) => ({
      '@type': 'Question',
      name: one.question,
      acceptedAnswer: { '@type': 'Answer', text: one.answer(site).join(' ') },
    })),
  };
}

export const PAGES: readonly PublicPage[] = [
  {
    path: paths.home(),
    title: 'Renew the prescriptions you already take',
    description:
      'A British Columbia doctor reviews your request and faxes approved prescriptions to your pharmacy. No appointment needed. For adults located in British Columbia.',
    module: 'src/features/public-pages/landing/LandingPage.tsx',
    load: async () => (await import('./landing/LandingPage')).LandingPage,
    signedOutOnly: true,
    facts: clinics,
  },
  {
    path: paths.aboutUs(),
    title: 'About Us',
    description:
      'Who is behind the online renewal of prescriptions in British Columbia, what we do, what we don’t do, and how to reach us.',
    module: 'src/features/public-pages/about/AboutPage.tsx',
    load: async () => (await import('./about/AboutPage')).AboutPage,
  },
  {
    path: paths.faq(),
    title: 'FAQ',
    description:
      'Questions people in British Columbia ask about renewing a prescription online: who may, which medications, how long it takes, what it costs, and privacy.',
    module: 'src/features/public-pages/faq/FaqPage.tsx',
    load: async () => (await import('./faq/FaqPage')).FaqPage,
    facts: questions,
  },
  {
    path: paths.blog(),
    title: 'Blog',
    description: 'Plain-language articles from our doctors: renewing medications safely, and sleep apnea.',
    module: 'src/features/public-pages/blog/BlogPage.tsx',
    load: async () => (await import('./blog/BlogPage')).BlogPage,
  },
  post(
    POST_1,
    'src/features/public-pages/blog/Post1Page.tsx',
    async () => (await import('./blog/Post1Page')).Post1Page,
  ),
  post(
    POST_2,
    'src/features/public-pages/blog/Post2Page.tsx',
    async () => (await import('./blog/Post2Page')).Post2Page,
  ),
  {
    path: paths.price(),
    title: 'Pricing',
    description:
      'What a prescription renewal costs with and without a valid BC Services Card, and the prices of other services, in Canadian dollars.',
    module: 'src/features/public-pages/prices/PricePage.tsx',
    load: async () => (await import('./prices/PricePage')).PricePage,
  },
  {
    path: paths.fees(),
    title: 'Fees',
    description: 'The fee for a first prescription and for each subsequent one. Prices can change.',
    module: 'src/features/public-pages/prices/FeesPage.tsx',
    load: async () => (await import('./prices/FeesPage')).FeesPage,
  },
  {
    path: paths.privacy(),
    title: 'Privacy Policy',
    description:
      'What personal information we collect, why, who sees it, and how long we keep it. Version 2.0, last updated March 3, 2022.',
    module: 'src/features/public-pages/legal/LegalPage.tsx',
    load: async () => (await import('./legal/LegalPage')).PrivacyPage,
  },
  {
    path: paths.terms(),
    title: 'Terms of Use',
    description:
      'Who may use the service, what it is and does not cover, fees, limits and disputes. Version 2.0, last updated March 4, 2022.',
    module: 'src/features/public-pages/legal/LegalPage.tsx',
    load: async () => (await import('./legal/LegalPage')).TermsPage,
  },
  {
    path: paths.pharmaNetConsent(),
    title: 'PharmaNet Consent',
    description:
      'What PharmaNet is, why our doctors may look at your record there, and how to withdraw your consent.',
    module: 'src/features/public-pages/legal/LegalPage.tsx',
    load: async () => (await import('./legal/LegalPage')).PharmaNetPage,
  },
];

/** The page at an address, with or without a stroke at its end. */
export function pageAt(pathname: string): PublicPage | undefined {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '');
  return PAGES.find((page) => page.path === path);
}
