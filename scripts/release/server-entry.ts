/**
 * The entry for the MCP registry. Whoever publishes puts the name of the account that owns the
 * repository in the place of OWNER.
 */
export const serverEntry = (version: string): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.OWNER/commonplace',
  title: 'Commonplace',
  description: 'A person’s own memories, conversations, tasks and days, from a service they run.',
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: '@commonplace/mcp',
      version,
      transport: { type: 'stdio' },
      environmentVariables: [
        {
          name: 'SVC_API_BASE_URL',
          description: 'The address of the service, such as https://me.example.org.',
          isRequired: true,
        },
        {
          name: 'SVC_API_KEY',
          description: 'A key for assistants, made at /connect of the service.',
          isRequired: true,
          isSecret: true,
        },
      ],
    },
  ],
});
