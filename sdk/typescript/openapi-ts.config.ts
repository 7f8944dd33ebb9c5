// SPDX-License-Identifier: AGPL-3.0-or-later

// What src/generated holds: the types, one function for each operation, and the fetch client under them.
import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../../openapi.json',
  // Node takes the name of a module with its ending.
  output: { path: 'src/generated', clean: true, module: { extension: '.js' } },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    { name: '@hey-api/typescript', enums: false },
    // A function answers what the operation answers, and throws its problem.
    { name: '@hey-api/sdk', responseStyle: 'data' },
  ],
});
