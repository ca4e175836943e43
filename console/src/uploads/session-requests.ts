import { DefaultHttpStack } from 'tus-js-client';
import type { HttpRequest, HttpStack } from 'tus-js-client';
import { waitForSession } from '../service/session.ts';

const requests = new DefaultHttpStack({});

/** Sends a request of an upload again after the user has signed in, when the session has ended. */
export const sessionRequests: HttpStack = {
  getName: () => 'requests in a session',
  createRequest(method, url): HttpRequest {
    const headers: [string, string][] = [];
    let showProgress = (_sent: number) => {};
    let request = requests.createRequest(method, url);
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader(name, value) {
        headers.push([name, value]);
        request.setHeader(name, value);
      },
      getHeader: (name) => request.getHeader(name),
      setProgressHandler(handler) {
        showProgress = handler;
        request.setProgressHandler(handler);
      },
      async send(body) {
        const response = await request.send(body);
        if (response.getStatus() !== 401 || !(await waitForSession())) return response;
        request = requests.createRequest(method, url);
        for (const [name, value] of headers) request.setHeader(name, value);
        request.setProgressHandler(showProgress);
        return this.send(body);
      },
      abort: () => request.abort(),
      getUnderlyingObject: () => request.getUnderlyingObject(),
    };
  },
};
