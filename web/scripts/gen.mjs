// SPDX-License-Identifier: AGPL-3.0-or-later

// Writes src/api/generated/schema.ts, the types of every call, out of the document that the server
// prints. With --check it writes nothing, and fails when the file is not what the document gives.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { repair } from './repairs.mjs';

const document = JSON.parse(readFileSync(process.env['SALAL_OPENAPI'] ?? '../openapi.json', 'utf8'));
repair(document);

// The client throws refusals (src/api/failures.ts), so that no screen reads the bodies they come in:
// one type of failure stands for all of them.
const FAILURE = 'ApiFailure';
for (const path of Object.values(document.paths)) {
  for (const operation of Object.values(path)) {
    const taken = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    const thrown = {
      description: 'Thrown.',
      content: { 'application/json': { schema: { type: 'string', format: FAILURE } } },
    };
    operation.responses = { ...Object.fromEntries(taken), default: thrown };
  }
}

const named = (name) => ts.factory.createTypeReferenceNode(name);
const syntax = await openapiTS(document, {
  // What a caller may leave out stays optional, whatever the server puts in its place.
  defaultNonNullable: false,
  inject: `import type { ${FAILURE} } from '../failures';\n`,
  rootTypes: true,
  rootTypesKeepCasing: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
  transform: (schema) => {
    if (schema.format === FAILURE) return named(FAILURE);
    return schema.contentMediaType || schema.format === 'binary' ? named('Blob') : undefined;
  },
});
const fresh = `// Generated from openapi.json by \`npm run gen\`. Do not edit.\n\n${astToString(syntax)}`;

const file = new URL('../src/api/generated/schema.ts', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, fresh);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== fresh) {
  console.error('src/api/generated is not current: run `npm run gen` in web/');
  process.exitCode = 1;
}
