import './design/design.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadRefusals } from './service/problems.ts';
import { queryClient } from './service/queries.ts';
import { router } from './router.tsx';
import { applyLocale } from './shell/locale.ts';
import { applyTheme } from './shell/theme.ts';

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
