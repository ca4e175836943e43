import './design/design.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadRefusals } from './service/problems.ts';
import { meQuery, queryClient } from './service/queries.ts';
import { router } from './router.tsx';
import './design/forms/auto-focus.ts';
import { applyLocale } from './shell/locale.ts';
import { applyTheme } from './shell/theme.ts';

// The account is asked for while the page is loaded. Visitors without an account have other pages.
if (!/\/(?:shared|sign-in|welcome)\b/.test(location.pathname))
  void queryClient.prefetchQuery(meQuery);
applyTheme();
applyLocale();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
// Few visits need them, so they do not delay the first page.
loadRefusals().catch(() => {});
