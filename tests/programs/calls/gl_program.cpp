// SPDX-License-Identifier: GPL-3.0-or-later
// Ten frames in a window: what is drawn is asked for by name, as programs do, and linked.
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>

#include <cstdio>

int main() {
    Display* const display = XOpenDisplay(nullptr);
    if (!display) return std::fprintf(stderr, "no display\n"), 77;
    int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, None};
    XVisualInfo* const visual = glXChooseVisual(display, DefaultScreen(display), wanted);
    if (!visual) return std::fprintf(stderr, "no visual\n"), 77;
    XSetWindowAttributes attributes{};
    attributes.colormap = XCreateColormap(display, DefaultRootWindow(display), visual->visual, AllocNone);
    const Window window = XCreateWindow(display, DefaultRootWindow(display), 0, 0, 64, 64, 0, visual->depth,
                                        InputOutput, visual->visual, CWColormap, &attributes);
    XMapWindow(display, window);
    const GLXContext context = glXCreateContext(display, visual, nullptr, True);
    if (!context || !glXMakeCurrent(display, window, context)) return std::fprintf(stderr, "no context\n"), 77;
    const auto drawArrays = reinterpret_cast<void (*)(GLenum, GLint, GLsizei)>(
        glXGetProcAddress(reinterpret_cast<const GLubyte*>("glDrawArrays")));
    const float corners[] = {-1, -1, 1, -1, 0, 1};
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, corners);
    unsigned char pixel[4] = {};
    for (int frame = 0; frame < 10; ++frame) {
        glClearColor(0.25F, 0.5F, 0.75F, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        for (int i = 0; i < 3; ++i) drawArrays(GL_TRIANGLES, 0, 3);
        if (frame == 9) glReadPixels(0, 63, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        glXSwapBuffers(display, window);
    }
    glFinish();
    XCloseDisplay(display);
    return pixel[2] > 180 && pixel[0] < 70 ? 0 : 1;
}
