// SPDX-License-Identifier: Apache-2.0
// Calls of OpenGL by GLX and EGL: frames, drawing, waiting, data. Rows as in osrt_functions.h.
#define CALL(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Nothing, None, false)
#define LOOKUP(symbol) X(symbol, #symbol, nullptr, symbol, Lookup, Nothing, None, false)
#define GL(name) CALL(gl##name)
#define GLX(name) CALL(glX##name)
#define EGL(name) CALL(egl##name)

LOOKUP(glXGetProcAddress) LOOKUP(glXGetProcAddressARB) LOOKUP(eglGetProcAddress)
// windows and contexts
GLX(SwapBuffers) GLX(MakeCurrent) GLX(MakeContextCurrent) GLX(CreateContext) GLX(CreateNewContext) GLX(CreateContextAttribsARB) GLX(DestroyContext)
GLX(WaitGL) GLX(WaitX) GLX(WaitVideoSyncSGI) GLX(WaitForSbcOML) GLX(WaitForMscOML) GLX(SwapBuffersMscOML)
EGL(SwapBuffers) EGL(SwapBuffersWithDamageKHR) EGL(SwapBuffersWithDamageEXT) EGL(MakeCurrent) EGL(CreateContext) EGL(DestroyContext) EGL(Initialize)
EGL(Terminate) EGL(WaitClient) EGL(WaitGL) EGL(WaitNative) EGL(ClientWaitSync) EGL(ClientWaitSyncKHR) EGL(WaitSync) EGL(WaitSyncKHR)
// drawing
GL(Clear) GL(DrawArrays) GL(DrawArraysInstanced) GL(DrawArraysInstancedBaseInstance) GL(DrawArraysIndirect) GL(DrawElements) GL(DrawElementsInstanced)
GL(DrawElementsBaseVertex) GL(DrawElementsInstancedBaseVertex) GL(DrawElementsInstancedBaseInstance) GL(DrawElementsInstancedBaseVertexBaseInstance)
GL(DrawElementsIndirect) GL(DrawRangeElements) GL(DrawRangeElementsBaseVertex) GL(DrawTransformFeedback) GL(DrawTransformFeedbackInstanced)
GL(MultiDrawArrays) GL(MultiDrawArraysIndirect) GL(MultiDrawArraysIndirectCount) GL(MultiDrawElements) GL(MultiDrawElementsBaseVertex)
GL(MultiDrawElementsIndirect) GL(MultiDrawElementsIndirectCount) GL(CallList) GL(CallLists) GL(Begin) GL(End) GL(DrawPixels)
GL(DispatchCompute) GL(DispatchComputeIndirect) GL(BlitFramebuffer) GL(BlitNamedFramebuffer)
// waiting
GL(Flush) GL(Finish) GL(FenceSync) GL(ClientWaitSync) GL(WaitSync) GL(MemoryBarrier) GL(GetQueryObjectiv) GL(GetQueryObjectuiv) GL(GetQueryObjecti64v)
GL(GetQueryObjectui64v) GL(ReadPixels) GL(ReadnPixels)
// data
GL(BufferData) GL(BufferSubData) GL(BufferStorage) GL(NamedBufferData) GL(NamedBufferSubData) GL(NamedBufferStorage) GL(CopyBufferSubData)
GL(CopyNamedBufferSubData) GL(GetBufferSubData) GL(MapBuffer) GL(MapBufferRange) GL(MapNamedBuffer) GL(MapNamedBufferRange) GL(UnmapBuffer)
GL(UnmapNamedBuffer) GL(TexImage1D) GL(TexImage2D) GL(TexImage3D) GL(TexSubImage1D) GL(TexSubImage2D) GL(TexSubImage3D) GL(TextureSubImage1D)
GL(TextureSubImage2D) GL(TextureSubImage3D) GL(CompressedTexImage2D) GL(CompressedTexSubImage2D) GL(CopyTexImage2D) GL(CopyTexSubImage2D)
GL(CopyImageSubData) GL(GenerateMipmap) GL(GenerateTextureMipmap) GL(GetTexImage) GL(GetTextureImage)
// programs
GL(CompileShader) GL(LinkProgram) GL(ProgramBinary) GL(ShaderBinary) GL(CreateShaderProgramv)

#undef CALL
#undef LOOKUP
#undef GL
#undef GLX
#undef EGL
