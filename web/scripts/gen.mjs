// SPDX-License-Identifier: AGPL-3.0-or-later

// Writes src/api/generated/schema.ts, the types of every call, out of the document that the server
// prints. With --check it writes nothing, and fails when the file is not what the document gives.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const document = JSON.parse(readFileSync(process.env['SALAL_OPENAPI'] ?? '../openapi.json', 'utf8'));

// The client throws refusals as one type (src/api/failures.ts): no screen reads the bodies they come in.
for (const path of Object.values(document.paths))
  for (const operation of Object.values(path))
    for (const status of Object.keys(operation.responses))
      if (!status.startsWith('2')) delete operation.responses[status];

const blob = ts.factory.createTypeReferenceNode('Blob');
const syntax = await openapiTS(document, {
  // What a caller may leave out stays optional, whatever the server puts in its place.
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesKeepCasing: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
  transform: (schema) => (schema.contentMediaType || schema.format === 'binary' ? blob : undefined),
});
const fresh = `// Generated from openapi.json by \`npm run gen\`. Do not edit.\n\n${astToString(syntax)}`;

const file = new URL('../src/api/generated/schema.ts', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, fresh);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== fresh) {
  console.error('src/api/generated is not current: run `npm run gen` in web/');
  process.exitCode = 1;
}
