/** The steps that connect an assistant, by their English text. */
export const GERMAN_SET_UPS: Readonly<Record<string, string>> = {
  'The service needs an https address that is reachable from the internet.':
    'Der Dienst braucht eine https-Adresse, die aus dem Internet erreichbar ist.',
  'In ChatGPT: Settings → Apps & Connectors → Advanced settings, and switch on developer mode. Then Create.':
    'In ChatGPT: Einstellungen → Apps & Connectors → Erweiterte Einstellungen, dort den Entwicklermodus einschalten. Dann „Erstellen“.',
  ['Paste the address as MCP server URL. Authentication: OAuth, with the client ID ' +
  'svc-chatgpt, an empty secret, and the token auth method none.']:
    'Füge die Adresse als MCP-Server-URL ein. Authentifizierung: OAuth, mit der Client-ID ' +
    'svc-chatgpt, leerem Secret und der Token-Methode none.',
  'Create, then sign in here and choose its permissions.':
    'Erstellen, dann hier anmelden und die Rechte wählen.',
  'In Claude: Settings → Connectors → Add custom connector. Paste the address.':
    'In Claude: Einstellungen → Konnektoren → Benutzerdefinierten Konnektor hinzufügen. Füge die Adresse ein.',
  'Under Advanced settings: OAuth Client ID svc-claude; leave the secret empty.':
    'Unter „Erweiterte Einstellungen“: OAuth Client ID svc-claude; das Secret bleibt leer.',
  'Add, then Connect, sign in here and choose its permissions.':
    'Hinzufügen, dann Verbinden, hier anmelden und die Rechte wählen.',
  'Run this once in a terminal.': 'Führe das einmal in einem Terminal aus.',
  'Start claude and ask it, for example: What are my open tasks?':
    'Starte claude und frage zum Beispiel: Welche Aufgaben sind offen?',
  'Open the link, or put this into ~/.cursor/mcp.json.':
    'Öffne den Link, oder schreibe das in ~/.cursor/mcp.json.',
  'Open the link. Or put this into .vscode/mcp.json, or into the file that the command “MCP: Open User Configuration” opens.':
    'Öffne den Link. Oder schreibe das in .vscode/mcp.json oder in die Datei, die der Befehl „MCP: Open User Configuration“ öffnet.',
  'Add this to ~/.codex/config.toml.': 'Füge das in ~/.codex/config.toml ein.',
  'Add this to ~/.config/goose/config.yaml, under extensions.':
    'Füge das in ~/.config/goose/config.yaml unter extensions ein.',
  'Open the link, or put this into mcp.json (Program → Install → Edit mcp.json).':
    'Öffne den Link, oder schreibe das in mcp.json (Program → Install → Edit mcp.json).',
  'Put this into ~/.codeium/windsurf/mcp_config.json.':
    'Schreibe das in ~/.codeium/windsurf/mcp_config.json.',
  'Put this into the settings of Zed (command “zed: open settings”).':
    'Schreibe das in die Einstellungen von Zed (Befehl „zed: open settings“).',
  'Run this once in a terminal, then: openclaw mcp doctor commonplace --probe':
    'Führe das einmal in einem Terminal aus, danach: openclaw mcp doctor commonplace --probe',
  'Add this to ~/.hermes/config.yaml, and begin a new session.':
    'Füge das in ~/.hermes/config.yaml ein und beginne eine neue Sitzung.',
  'As its administrator: Settings → External Tools → + (Add Server), with the type MCP (Streamable HTTP).':
    'Als Administrator: Einstellungen → Externe Werkzeuge → + (Server hinzufügen), mit dem Typ MCP (Streamable HTTP).',
  'Paste the address and, with the authentication Bearer, the key. Save.':
    'Füge die Adresse ein und, mit der Authentifizierung Bearer, den Schlüssel. Speichern.',
  'Its users share this key: what they ask is answered from your account.':
    'Alle dort teilen diesen Schlüssel: Was sie fragen, wird aus deinem Konto beantwortet.',
  'Put this into plugins/anythingllm_mcp_servers.json in its storage folder.':
    'Schreibe das in plugins/anythingllm_mcp_servers.json in seinem Speicherordner.',
  'Agent Skills → Refresh. Begin a message with @agent to use the tools.':
    'Agent Skills → Refresh. Beginne eine Nachricht mit @agent, um die Werkzeuge zu nutzen.',
  'Add this to librechat.yaml and start LibreChat again. Each of its users then enters a key of their own.':
    'Füge das in librechat.yaml ein und starte LibreChat neu. Dort gibt dann jeder seinen eigenen Schlüssel ein.',
  'Download the bundle and open it. It contains the address and the key, so keep it to yourself.':
    'Lade das Paket herunter und öffne es. Es enthält die Adresse und den Schlüssel, also behalte es für dich.',
  'Claude Desktop shows what it is: Install. If it does not open: Settings → Extensions → Advanced settings → Install Extension.':
    'Claude Desktop zeigt, was es ist: Installieren. Öffnet es sich nicht: Einstellungen ' +
    '→ Erweiterungen → Erweiterte Einstellungen → Erweiterung installieren.',
  'The command, and the two variables it reads.':
    'Der Befehl und die beiden Variablen, die er liest.',
  'Build it once in the folder of your checkout: podman build -t commonplace-mcp --target mcp -f deploy/Containerfile .':
    'Baue es einmal im Ordner deines Checkouts: podman build -t commonplace-mcp --target mcp -f deploy/Containerfile .',
  'The assistant runs this; docker does as well as podman.':
    'Der Assistent führt das aus; docker geht so gut wie podman.',
  'One call and its answer.': 'Ein Aufruf und seine Antwort.',
  'Claude (web, desktop, mobile)': 'Claude (Web, Desktop, mobil)',
  'Claude Desktop, with a service at home': 'Claude Desktop, mit einem Dienst zu Hause',
  'Any assistant that starts its servers as programs':
    'Jeder Assistent, der seine Server als Programme startet',
  'A script': 'Ein Skript',
  'The local server in a container': 'Der lokale Server in einem Container',
};
