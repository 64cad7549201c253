// Loaded before every test file: under Jest's module loader these must come in this order (see ARCHITECTURE.md, Tests).
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
