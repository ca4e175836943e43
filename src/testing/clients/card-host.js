import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
/** A page of a client that shows a card in a sandbox, as the specification of MCP Apps demands. */
window.showCard = async (html, result, context) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  document.body.append(frame);
  const bridge = new AppBridge(
    null,
    { name: 'host', version: '1' },
    { serverTools: {}, openLinks: {} },
    { hostContext: context },
  );
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onsizechange = ({ height }) => {
    frame.style.height = height + 'px';
  };
  const ready = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await ready;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
