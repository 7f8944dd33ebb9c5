// The wire types, out of the document the server prints. Only types: the calls themselves are one
// small function in src/api/client.ts.
import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: process.env['SALAL_OPENAPI'] ?? '../openapi.json',
  output: { path: 'src/api/generated', clean: true, indexFile: false },
  plugins: [{ name: '@hey-api/typescript', enums: false }],
});
