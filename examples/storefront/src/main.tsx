import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/shop.css';
import './styles/orders.css';
import './styles/business.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { type Config, keepReferral } from './shop';

keepReferral();
const response = await fetch('/shop/config.json');
const root = createRoot(document.getElementById('root')!);
root.render(
  <StrictMode>
    <App config={(await response.json()) as Config} />
  </StrictMode>,
);
