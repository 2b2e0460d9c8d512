<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Capture</name>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA graph</translation>
    </message>
    <message>
        <source>One bar a launch costs next to nothing; with each node, launches take longer and reports grow.</source>
        <translation>每次启动显示一条，几乎没有开销；若显示每个节点，启动会变慢，报告会变大。</translation>
    </message>
    <message>
        <source>Allocations of GPU memory</source>
        <translation>GPU 内存分配</translation>
    </message>
    <message>
        <source>Little where memory comes from a pool, as in PyTorch.</source>
        <translation>若内存来自内存池（如 PyTorch），开销很小。</translation>
    </message>
    <message>
        <source>CUDA events on the GPU</source>
        <translation>GPU 上的 CUDA event</translation>
    </message>
    <message>
        <source>Noticeable where a program records many events.</source>
        <translation>程序记录很多 event 时开销明显。</translation>
    </message>
    <message>
        <source>Unified memory: page faults of the CPU</source>
        <translation>统一内存：CPU 缺页</translation>
    </message>
    <message>
        <source>High while pages move; nothing without unified memory.</source>
        <translation>页面迁移时开销较大；不使用统一内存时没有开销。</translation>
    </message>
    <message>
        <source>Unified memory: page faults of the GPU</source>
        <translation>统一内存：GPU 缺页</translation>
    </message>
    <message>
        <source>CUDA calls that only ask something</source>
        <translation>只用于查询的 CUDA 调用</translation>
    </message>
    <message>
        <source>Recording such a call takes longer than the call itself.</source>
        <translation>记录这样的调用比调用本身还慢。</translation>
    </message>
    <message>
        <source>Only these NVTX domains</source>
        <translation>只采集这些 NVTX domain</translation>
    </message>
    <message>
        <source>All NVTX domains but these</source>
        <translation>除这些以外的所有 NVTX domain</translation>
    </message>
    <message>
        <source>What begins and ends the capture</source>
        <translation>采集由什么开始和结束</translation>
    </message>
    <message>
        <source>cudaProfilerApi: cudaProfilerStart() and -Stop(). nvtx: the range named below.</source>
        <translation>cudaProfilerApi：cudaProfilerStart() 和 -Stop()。nvtx：下面指定的范围。</translation>
    </message>
    <message>
        <source>At the end of the range</source>
        <translation>范围结束时</translation>
    </message>
    <message>
        <source>none, stop (the program goes on), stop-shutdown, repeat:N or repeat-shutdown:N (a report for each range).</source>
        <translation>none、stop（程序继续运行）、stop-shutdown、repeat:N 或 repeat-shutdown:N（每个范围一份报告）。</translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>RANGE or RANGE@DOMAIN; @* is any domain.</source>
        <translation>RANGE 或 RANGE@DOMAIN；@* 表示任意 domain。</translation>
    </message>
    <message>
        <source>Begin after</source>
        <translation>延迟开始</translation>
    </message>
    <message>
        <source>Seconds, or with a unit: 300ms. What happens before is not captured.</source>
        <translation>秒数，或带单位：300ms。在此之前发生的事不采集。</translation>
    </message>
    <message>
        <source>End after</source>
        <translation>延时结束</translation>
    </message>
    <message>
        <source>Seconds of capture; 0: when the program ends.</source>
        <translation>采集的秒数；0 表示到程序结束。</translation>
    </message>
    <message>
        <source>End with the program</source>
        <translation>随程序结束</translation>
    </message>
    <message>
        <source>Inherit the environment</source>
        <translation>继承环境变量</translation>
    </message>
    <message>
        <source>Without it the program has the variables above only.</source>
        <translation>不勾选时，程序只有上面的变量。</translation>
    </message>
    <message>
        <source>When the capture ends first</source>
        <translation>采集先结束时</translation>
    </message>
    <message>
        <source>The signal that the program and its children receive; none: they keep running.</source>
        <translation>发给程序及其子进程的信号；none 表示让它们继续运行。</translation>
    </message>
    <message>
        <source>Wait for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>The program (primary), or its children, too (all).</source>
        <translation>程序（primary），或连同其子进程（all）。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>%n becomes the first free number, %h the host, %p the process.</source>
        <translation>%n 变为第一个空闲的编号，%h 为主机，%p 为进程。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Replace a report of that name</source>
        <translation>替换同名报告</translation>
    </message>
    <message>
        <source>Print statistics at the end</source>
        <translation>结束时打印统计</translation>
    </message>
    <message>
        <source>Write also</source>
        <translation>同时写出</translation>
    </message>
    <message>
        <source>sqlite, json, csv, chrome; several with commas.</source>
        <translation>sqlite、json、csv、chrome；多个用逗号分隔。</translation>
    </message>
    <message>
        <source>CUDA: kernels, copies, calls, synchronization</source>
        <translation>CUDA：kernel、拷贝、调用、同步</translation>
    </message>
    <message>
        <source>A little for each launch; noticeable where kernels are tiny.</source>
        <translation>每次启动有少量开销；kernel 很小时较明显。</translation>
    </message>
    <message>
        <source>NVTX: ranges and marks, operations of NCCL</source>
        <translation>NVTX：范围和标记，NCCL 操作</translation>
    </message>
    <message>
        <source>Operating system: waiting, reading and writing</source>
        <translation>操作系统：等待、读和写</translation>
    </message>
    <message>
        <source>Noticeable with many short calls.</source>
        <translation>短调用很多时开销明显。</translation>
    </message>
    <message>
        <source>cuBLAS calls</source>
        <translation>cuBLAS 调用</translation>
    </message>
    <message>
        <source>cuDNN calls</source>
        <translation>cuDNN 调用</translation>
    </message>
    <message>
        <source>MPI calls</source>
        <translation>MPI 调用</translation>
    </message>
    <message>
        <source>PyTorch training steps</source>
        <translation>PyTorch 训练 step</translation>
    </message>
    <message>
        <source>Leaves out the first 20 seconds, captures the next 10, and ends the program. CUDA, NVTX and GPU memory.</source>
        <translation>略过前 20 秒，采集随后的 10 秒，然后结束程序。CUDA、NVTX 和 GPU 内存。</translation>
    </message>
    <message>
        <source>CUDA quick look</source>
        <translation>CUDA 快速查看</translation>
    </message>
    <message>
        <source>From the beginning to the end, CUDA alone: the least that shows what the GPU did.</source>
        <translation>从头到尾只采集 CUDA：足以看出 GPU 做了什么的最小采集。</translation>
    </message>
    <message>
        <source>NCCL all ranks</source>
        <translation>NCCL 所有 rank</translation>
    </message>
    <message>
        <source>All ranks that the program starts on this machine, in one report, with the operations of NCCL. 30 seconds after a minute.</source>
        <translation>程序在本机启动的所有 rank 写入一份报告，包含 NCCL 操作。一分钟后采集 30 秒。</translation>
    </message>
    <message>
        <source>A little for each range.</source>
        <translation>每个范围有少量开销。</translation>
    </message>
    <message>
        <source>End at this size</source>
        <translation>达到该大小时结束</translation>
    </message>
    <message>
        <source>500M or 20G of captured data; the program keeps running. 0: as long as the disk has room.</source>
        <translation>采集的数据达到 500M 或 20G 时；程序继续运行。0：只要磁盘有空间。</translation>
    </message>
    <message>
        <source>OS runtime: calls from … ns on</source>
        <translation>OS 运行时：记录不短于 … ns 的调用</translation>
    </message>
    <message>
        <source>Shorter calls are not recorded and cost some 10 ns.</source>
        <translation>更短的调用不记录，每次约增加 10 ns。</translation>
    </message>
    <message>
        <source>OS runtime: stacks from … ns on</source>
        <translation>OS 运行时：不短于 … ns 的调用带调用栈</translation>
    </message>
    <message>
        <source>Some microseconds for each stack.</source>
        <translation>每个栈需几微秒。</translation>
    </message>
    <message>
        <source>OS runtime: frames of a stack</source>
        <translation>OS 运行时：调用栈的帧数</translation>
    </message>
    <message>
        <source>OS runtime: names of files</source>
        <translation>OS 运行时：文件名</translation>
    </message>
    <message>
        <source>Python: stacks at CUDA launches</source>
        <translation>Python：CUDA 启动处的调用栈</translation>
    </message>
    <message>
        <source>Some 0.3 µs for each launch. Python 3.9 to 3.14.</source>
        <translation>每次启动约 0.3 µs。支持 Python 3.9 至 3.14。</translation>
    </message>
    <message>
        <source>Python: stacks, periodically</source>
        <translation>Python：周期性采样调用栈</translation>
    </message>
    <message>
        <source>Little; the interpreter is not stopped.</source>
        <translation>很小；解释器不会停下。</translation>
    </message>
    <message>
        <source>Python: stacks a second</source>
        <translation>Python：每秒采样次数</translation>
    </message>
    <message>
        <source>CPU: where it is, periodically</source>
        <translation>CPU：周期性采样执行位置</translation>
    </message>
    <message>
        <source>Less than 3 % of one core at 1 kHz. system-wide needs rights of an administrator.</source>
        <translation>1 kHz 时不到一个核的 3 %。system-wide 需要管理员权限。</translation>
    </message>
    <message>
        <source>CPU: samples a second</source>
        <translation>CPU：每秒采样次数</translation>
    </message>
    <message>
        <source>CPU: stacks of samples</source>
        <translation>CPU：采样的调用栈</translation>
    </message>
    <message>
        <source>auto and fp: frame pointers, next to nothing. dwarf: 8 KiB a sample, some 10 MB a second and core.</source>
        <translation>auto 和 fp：帧指针，几乎没有开销。dwarf：每个样本 8 KiB，每核每秒约 10 MB。</translation>
    </message>
    <message>
        <source>CPU: which thread runs where</source>
        <translation>CPU：各线程在哪里运行</translation>
    </message>
    <message>
        <source>Little; some 24 bytes for each change of threads.</source>
        <translation>很小；每次线程切换约 24 字节。</translation>
    </message>
    <message>
        <source>GPU: how busy its units are</source>
        <translation>GPU：各单元有多忙</translation>
    </message>
    <message>
        <source>GPU: samples a second</source>
        <translation>GPU：每秒采样次数</translation>
    </message>
    <message>
        <source>From 10 to 10000; ten times as many cost ten times as much.</source>
        <translation>从 10 到 10000；次数增加十倍，开销也增加十倍。</translation>
    </message>
    <message>
        <source>GPU: which counters</source>
        <translation>GPU：采集哪些计数器</translation>
    </message>
    <message>
        <source>GPU: temperature, power, clocks, throttling</source>
        <translation>GPU：温度、功率、时钟、降频</translation>
    </message>
    <message>
        <source>Next to nothing.</source>
        <translation>几乎没有开销。</translation>
    </message>
    <message>
        <source>Machine: how busy its CPUs are</source>
        <translation>整机：CPU 有多忙</translation>
    </message>
    <message>
        <source>Machine: what networks carry</source>
        <translation>整机：网络流量</translation>
    </message>
    <message>
        <source>Machine: what disks read and write</source>
        <translation>整机：磁盘读写</translation>
    </message>
    <message>
        <source>Some 50 ns a call.</source>
        <translation>每次调用约 50 ns。</translation>
    </message>
    <message>
        <source>cuSOLVER calls</source>
        <translation>cuSOLVER 调用</translation>
    </message>
    <message>
        <source>cuSPARSE calls</source>
        <translation>cuSPARSE 调用</translation>
    </message>
    <message>
        <source>OpenGL calls</source>
        <translation>OpenGL 调用</translation>
    </message>
    <message>
        <source>Some 50 ns a call; swaps and draw calls.</source>
        <translation>每次调用约 50 ns；包括交换缓冲和绘制调用。</translation>
    </message>
    <message>
        <source>Counters of each kernel</source>
        <translation>每个 kernel 的计数器</translation>
    </message>
    <message>
        <source>roofline: operations and bytes of each kernel. Kernels run one by one and some eight times each; CUDA is not traced meanwhile.</source>
        <translation>roofline：每个 kernel 的运算次数和字节数。kernel 逐个运行，每个约运行八次；期间不跟踪 CUDA。</translation>
    </message>
    <message>
        <source>… of the first launches of each kernel</source>
        <translation>… 每个 kernel 的前几次启动</translation>
    </message>
    <message>
        <source>0: of all.</source>
        <translation>0：全部。</translation>
    </message>
    <message>
        <source>Kernels for the roofline</source>
        <translation>用于 roofline 的 kernel</translation>
    </message>
    <message>
        <source>Operations and bytes of the first ten launches of each kernel. Needs the permission to read GPU counters.</source>
        <translation>每个 kernel 前十次启动的运算次数和字节数。需要读取 GPU 计数器的权限。</translation>
    </message>
    <message>
        <source>Everything around the GPU</source>
        <translation>GPU 周围的一切</translation>
    </message>
    <message>
        <source>CUDA and NVTX, CPU samples, waiting and reading, how busy the units of GPUs are, their clocks and temperature, disks and networks.</source>
        <translation>CUDA 与 NVTX、CPU 的执行位置、等待与读取、GPU 各单元有多忙、GPU 的时钟和温度、磁盘与网络。</translation>
    </message>
    <message>
        <source>Python: ranges of these functions</source>
        <translation>Python：为这些函数加 range</translation>
    </message>
    <message>
        <source>A JSON file in the form that Nsight Systems reads. About 1 µs for each call of such a function.</source>
        <translation>与 Nsight Systems 相同格式的 JSON 文件。此类函数每次调用约 1 µs。</translation>
    </message>
    <message>
        <source>PyTorch: ranges of its operators</source>
        <translation>PyTorch：为其算子加 range</translation>
    </message>
    <message>
        <source>autograd-nvtx, autograd-shapes-nvtx, functions-trace. Some µs for each operator.</source>
        <translation>autograd-nvtx、autograd-shapes-nvtx、functions-trace。每个算子几微秒。</translation>
    </message>
    <message>
        <source>CUDA calls: stacks of long ones</source>
        <translation>CUDA 调用：较长调用的调用栈</translation>
    </message>
    <message>
        <source>all, or kernel, memory, sync, other with commas; kernel:5000 is from 5 µs on. Little for each call, some 10 µs for each stack.</source>
        <translation>all，或用逗号分隔的 kernel、memory、sync、other；kernel:5000 表示从 5 µs 起。每次调用开销很小，每个调用栈约 10 µs。</translation>
    </message>
    <message>
        <source>general, full (and warps in flight, for a third more), light (without those of SMs, for a third of the cost), or names of metrics with commas.</source>
        <translation>general、full（另含 warps in flight，开销多三分之一）、light（不含 SM 的指标，开销为三分之一），或用逗号分隔的指标名。</translation>
    </message>
    <message>
        <source>OpenMP: regions, loops, tasks, waiting</source>
        <translation>OpenMP：并行区、循环、任务、等待</translation>
    </message>
    <message>
        <source>Some 0.1 µs for each region, loop, task and barrier. Of LLVM&apos;s and Intel&apos;s runtimes; GNU&apos;s tells nothing.</source>
        <translation>每个并行区、循环、任务和屏障约 0.1 µs。适用于 LLVM 和 Intel 的运行时；GNU 的运行时不提供信息。</translation>
    </message>
    <message>
        <source>Of all GPUs, or 0,1. 6 to 10 % of one core for each GPU at 1 kHz, by machine; the program does not notice. Needs the permission to read GPU counters.</source>
        <translation>所有 GPU，或 0,1。1 kHz 时每个 GPU 占用一个核的 6 到 10 %，视机器而定；程序不受影响。需要读取 GPU 计数器的权限。</translation>
    </message>
    <message>
        <source>One more system call for each recorded call that involves a file.</source>
        <translation>每个记录的与文件有关的调用多一次系统调用。</translation>
    </message>
    <message>
        <source>Elsewhere: collector of this folder</source>
        <translation>其他机器：此文件夹中的采集器</translation>
    </message>
    <message>
        <source>For a machine of another kind: a folder that the target portable made on one.</source>
        <translation>用于另一种机器：由目标 portable 在该种机器上生成的文件夹。</translation>
    </message>
    <message>
        <source>Elsewhere: keep what the capture leaves</source>
        <translation>其他机器：保留采集留下的内容</translation>
    </message>
    <message>
        <source>Keep only the last</source>
        <translation>只保留最后</translation>
    </message>
    <message>
        <source>Seconds, for runs that hang or slow down after hours: a report of them is written when that happens, and at the end. 0: everything is kept.</source>
        <translation>秒数，用于数小时后才挂起或变慢的运行：发生时以及结束时写出这几秒的报告。0：保留全部。</translation>
    </message>
    <message>
        <source>… written when a step takes</source>
        <translation>……当一步的耗时达到</translation>
    </message>
    <message>
        <source>So many times the median of the steps before it: 1.5. Steps are ranges whose names look so, or those of a name: 1.5:train_step.</source>
        <translation>此前各步中位数的若干倍：1.5。步是名称看起来像步的范围，或指定名称的范围：1.5:train_step。</translation>
    </message>
    <message>
        <source>… written after a stall of</source>
        <translation>……停滞超过</translation>
    </message>
    <message>
        <source>Seconds in which no work of a GPU ended: a job that hangs.</source>
        <translation>秒数，期间没有任何 GPU 工作结束：作业挂起。</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>What the picture shows: window; view, selection or whole of the timeline (as on screen, the selected time, everything); pane; preferences (the page --pane: appearance, times, keys, panes, files, storage).</source>
        <translation>图片的内容：window（窗口）；时间线的 view、selection 或 whole（屏幕所见、所选时间、全部）；pane（窗格）；preferences（首选项，页面由 --pane 指定：appearance、times、keys、panes、files、storage）。</translation>
    </message>
    <message>
        <source>How times are written: offset (from the start of the report), or by the clock utc, local or captured.</source>
        <translation>时间的写法：offset（从报告开始算起），或者按时钟 utc、local、captured。</translation>
    </message>
    <message>
        <source>times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>--what preferences is about no report: leave it out.</source>
        <translation>--what preferences 与报告无关：请去掉报告。</translation>
    </message>
    <message>
        <source>--what wants window, view, selection, whole, pane or preferences.</source>
        <translation>--what 需要 window、view、selection、whole、pane 或 preferences。</translation>
    </message>
    <message>
        <source>--times wants offset, utc, local or captured.</source>
        <translation>--times 需要 offset、utc、local 或 captured。</translation>
    </message>
    <message>
        <source>There is no page “%1”. There are %2.</source>
        <translation>没有页面“%1”。现有 %2。</translation>
    </message>
    <message>
        <source>--size times --scale may be at most 16384 pixels each way.</source>
        <translation>--size 乘以 --scale 后，每个方向最多 16384 像素。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size of that window in logical pixels.</source>
        <translation>该窗口的大小，以逻辑像素计。</translation>
    </message>
    <message>
        <source>WxH</source>
        <translation>宽x高</translation>
    </message>
    <message>
        <source>Device pixels per logical pixel, 0.5 to 4.</source>
        <translation>每个逻辑像素对应的设备像素数，0.5 到 4。</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Part of the report to show, like 1.2s..1.3s or 500ms..</source>
        <translation>要显示的时间段，例如 1.2s..1.3s 或 500ms..</translation>
    </message>
    <message>
        <source>a..b</source>
        <translation>a..b</translation>
    </message>
    <message>
        <source>Show only rows whose name holds &lt;text&gt;.</source>
        <translation>只显示名称包含 &lt;text&gt; 的行。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>light or dark.</source>
        <translation>light（浅色）或 dark（深色）。</translation>
    </message>
    <message>
        <source>theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>en or zh_CN. A picture (--screenshot) is in English unless zh_CN is given.</source>
        <translation>en 或 zh_CN。除非指定 zh_CN，图片（--screenshot）使用英文。</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Open a window of its own, even if one is running.</source>
        <translation>即使已有窗口在运行，也打开独立的窗口。</translation>
    </message>
    <message>
        <source>Show this text.</source>
        <translation>显示本帮助。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>显示版本。</translation>
    </message>
    <message>
        <source>Reports to open.</source>
        <translation>要打开的报告。</translation>
    </message>
    <message>
        <source>Shows what every CPU thread, CUDA call and GPU stream of a run did, and when.</source>
        <translation>显示一次运行中每个 CPU 线程、CUDA 调用和 GPU stream 在何时做了什么。</translation>
    </message>
    <message>
        <source>--size needs a width and a height from 320x200 to 16384x16384, like 1600x900.</source>
        <translation>--size 需要 320x200 到 16384x16384 之间的宽和高，例如 1600x900。</translation>
    </message>
    <message>
        <source>--scale wants a number from 0.5 to 4.</source>
        <translation>--scale 需要 0.5 到 4 之间的数值。</translation>
    </message>
    <message>
        <source>--range wants two times, like 1.2s..1.3s or 500ms..</source>
        <translation>--range 需要两个时间，例如 1.2s..1.3s 或 500ms..</translation>
    </message>
    <message>
        <source>--theme wants light or dark.</source>
        <translation>--theme 需要 light 或 dark。</translation>
    </message>
    <message>
        <source>--lang wants en or zh_CN.</source>
        <translation>--lang 需要 en 或 zh_CN。</translation>
    </message>
    <message>
        <source>--screenshot wants one report.</source>
        <translation>--screenshot 需要一个报告文件。</translation>
    </message>
    <message>
        <source>--screenshot needs the name of a file.</source>
        <translation>--screenshot 需要一个文件名。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Span of time to select, written like --range.</source>
        <translation>要选择的时间段，写法同 --range。</translation>
    </message>
    <message>
        <source>Look for events, as in the search bar.</source>
        <translation>查找事件，同搜索栏。</translation>
    </message>
    <message>
        <source>--select wants two times, like 1.2s..1.3s or 500ms..</source>
        <translation>--select 需要两个时间，例如 1.2s..1.3s 或 500ms..</translation>
    </message>
    <message>
        <source>Compare two reports: the second one with the first one.</source>
        <translation>比较两个报告：第二个与第一个相比。</translation>
    </message>
    <message>
        <source>--compare wants two reports.</source>
        <translation>--compare 需要两个报告。</translation>
    </message>
    <message>
        <source>Write a picture to &lt;file&gt;, which ends in .png, .svg or .pdf, and end; needs no display.</source>
        <translation>将图片写入 &lt;file&gt;（以 .png、.svg 或 .pdf 结尾）后退出；不需要显示器。</translation>
    </message>
    <message>
        <source>what</source>
        <translation>what</translation>
    </message>
    <message>
        <source>What the legend of a timeline explains: none, kinds or names.</source>
        <translation>时间线图例说明的内容：none、kinds 或 names。</translation>
    </message>
    <message>
        <source>legend</source>
        <translation>legend</translation>
    </message>
    <message>
        <source>Text above the picture.</source>
        <translation>图片上方的文字。</translation>
    </message>
    <message>
        <source>Show the view that is kept in &lt;file&gt; (NAME.view.json): zoom, rows, marks, selection.</source>
        <translation>显示保存在 &lt;file&gt;（NAME.view.json）中的视图：缩放、行、标记、选区。</translation>
    </message>
    <message>
        <source>--%1 applies to pictures: it needs --screenshot, too.</source>
        <translation>--%1 针对图片：还需要 --screenshot。</translation>
    </message>
    <message>
        <source>--screenshot wants a name that ends in .png, .svg or .pdf.</source>
        <translation>--screenshot 需要以 .png、.svg 或 .pdf 结尾的文件名。</translation>
    </message>
    <message>
        <source>--legend wants none, kinds or names.</source>
        <translation>--legend 应为 none、kinds 或 names。</translation>
    </message>
    <message>
        <source>--legend is about a timeline: it wants --what view, selection or whole.</source>
        <translation>--legend 针对时间线：需要 --what view、selection 或 whole。</translation>
    </message>
    <message>
        <source>--what pane wants --pane, too.</source>
        <translation>--what pane 还需要 --pane。</translation>
    </message>
    <message>
        <source>--view applies to one report: it cannot be combined with --compare.</source>
        <translation>--view 针对一个报告：不能与 --compare 同用。</translation>
    </message>
    <message>
        <source>--what selection wants --select or --view, too.</source>
        <translation>--what selection 还需要 --select 或 --view。</translation>
    </message>
    <message>
        <source>--scale needs a number from 1 to 4, except for windows.</source>
        <translation>除窗口外，--scale 应为 1 到 4 之间的数。</translation>
    </message>
    <message>
        <source>The view selects no span of time. Add --select.</source>
        <translation>该视图没有选择时间段。请加上 --select。</translation>
    </message>
    <message>
        <source>All rows of the timeline or the pane, not only those on screen; with --what view, selection or pane.</source>
        <translation>时间线或面板的所有行，而不只是屏幕上的；与 --what view、selection 或 pane 一起使用。</translation>
    </message>
    <message>
        <source>Another report that --pane roofline or kernelProfile compares with, by the names of kernels.</source>
        <translation>与 --pane roofline 或 kernelProfile 比较的另一份报告，按 kernel 名称对应。</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>--all-rows wants --what view, selection or pane.</source>
        <translation>--all-rows 需要 --what view、selection 或 pane。</translation>
    </message>
    <message>
        <source>--baseline wants --pane roofline or kernelProfile; --compare compares whole reports.</source>
        <translation>--baseline 需要 --pane roofline 或 kernelProfile；--compare 比较整份报告。</translation>
    </message>
    <message>
        <source>--baseline wants another report.</source>
        <translation>--baseline 需要另一份报告。</translation>
    </message>
    <message>
        <source>--view wants a file that Sightline has written, NAME.view.json.</source>
        <translation>--view 需要 Sightline 写出的文件，即 NAME.view.json。</translation>
    </message>
    <message>
        <source>--baseline: %1 holds no metrics of a kernel of that name.</source>
        <translation>--baseline：%1 中没有同名 kernel 的指标。</translation>
    </message>
    <message>
        <source>A comparison has no tab “%1”. There are %2.</source>
        <translation>比较中没有标签页“%1”。可用的有 %2。</translation>
    </message>
    <message>
        <source>There is nothing in the tab “%1” of this comparison.</source>
        <translation>此比较的标签页“%1”中没有内容。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>its “%1” is %2, not %3</source>
        <comment>an entry, its kind and what that should be</comment>
        <translation>其中的“%1”是%2，而不是%3</translation>
    </message>
    <message>
        <source>it has no “version”</source>
        <translation>没有“version”</translation>
    </message>
    <message>
        <source>it was written by a newer Sightline (version %1, known are those to %2)</source>
        <translation>由更新版本的 Sightline 写出（版本 %1，目前支持到 %2）</translation>
    </message>
    <message>
        <source>its “version” is below 1</source>
        <translation>其“version”小于 1</translation>
    </message>
    <message>
        <source>its “begin” is no time in ns</source>
        <translation>其“begin”不是以 ns 为单位的时间</translation>
    </message>
    <message>
        <source>its “length” is not above 0</source>
        <translation>其“length”不大于 0</translation>
    </message>
    <message>
        <source>its “selection” is not two times in ns</source>
        <translation>其“selection”不是两个以 ns 为单位的时间</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 is too large for a view: it may have %2 MiB.</source>
        <translation>%1 太大，不可能是视图：最多 %2 MiB。</translation>
    </message>
    <message>
        <source>%1 is not JSON: %2 at byte %3.</source>
        <translation>%1 不是 JSON：第 %3 字节处 %2。</translation>
    </message>
    <message>
        <source>%1 holds no view: %2.</source>
        <comment>a file and what is wrong with it</comment>
        <translation>%1 中没有视图：%2。</translation>
    </message>
    <message>
        <source>The picture was not ready after %1 s, so none was written.</source>
        <translation>图片在 %1 秒后仍未就绪，因此没有写出。</translation>
    </message>
    <message>
        <source>--baseline: %1 has no point in the roofline of a kernel of one of those names.</source>
        <translation>--baseline：%1 的 roofline 中没有这些名称的 kernel 的点。</translation>
    </message>
    <message>
        <source>--range wants --what window or view.</source>
        <translation>--range 需要 --what window 或 view。</translation>
    </message>
    <message>
        <source>--select wants --what window, view or selection, or a pane of one report.</source>
        <translation>--select 需要 --what window、view 或 selection，或单个报告的窗格。</translation>
    </message>
    <message>
        <source>--rows wants a timeline, or a pane of one report.</source>
        <translation>--rows 需要时间线，或单个报告的窗格。</translation>
    </message>
    <message>
        <source>--find wants --what window, which marks above the timeline what was found.</source>
        <translation>--find 需要 --what window，它会在时间线上方标出找到的内容。</translation>
    </message>
    <message>
        <source>%1 is outside the time that can be shown, %2 to %3.</source>
        <translation>%1 超出可显示的范围：%2 到 %3。</translation>
    </message>
    <message>
        <source>--rows: no row has a name that holds “%1”.</source>
        <translation>--rows：没有名称包含“%1”的行。</translation>
    </message>
    <message>
        <source>The pane in front: details, events, selection, reports, functions, memory, roofline, advice, checklist, sql, kernelProfile, importLog; reports:&lt;table&gt; shows that table, kernelProfile:&lt;page&gt; that page (summary, sections, memory, occupancy, rules, source, metrics), kernelProfile:&lt;page&gt;:3 of the third kernel, sql:&lt;statement&gt; runs it. With --compare the tab: findings, parts, kernels, ranges, operators, api, memory, events, flame, advice, setup, details.</source>
        <translation>放在最前面的面板：details、events、selection、reports、functions、memory、roofline、advice、checklist、sql、kernelProfile、importLog；reports:&lt;表&gt; 显示该表，kernelProfile:&lt;页&gt; 显示该页（summary、sections、memory、occupancy、rules、source、metrics），kernelProfile:&lt;页&gt;:3 显示第三个 kernel 的该页，sql:&lt;语句&gt; 执行该语句。与 --compare 一起使用时是标签页：findings、parts、kernels、ranges、operators、api、memory、events、flame、advice、setup、details。</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>首选项(&amp;E)…</translation>
    </message>
    <message>
        <source>Go to &amp;Time…</source>
        <translation>转到时间(&amp;T)…</translation>
    </message>
    <message>
        <source>T&amp;imes</source>
        <translation>时间(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Colour By</source>
        <translation>着色方式(&amp;C)</translation>
    </message>
    <message>
        <source>Say What Stands Out in a Report</source>
        <translation>打开报告时提示要点</translation>
    </message>
    <message>
        <source>&amp;About Sightline</source>
        <translation>关于 Sightline(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Capture…</source>
        <translation>采集(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Close Tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>关闭窗口(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Command Palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Compare with…</source>
        <translation>与…比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Export Picture…</source>
        <translation>导出图片(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Find Events…</source>
        <translation>查找事件(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Save as Sightline Report…</source>
        <translation>另存为 Sightline 报告(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Copy P&amp;icture</source>
        <translation>复制图片(&amp;I)</translation>
    </message>
    <message>
        <source>Copy Picture of the Selection</source>
        <translation>复制选区图片</translation>
    </message>
    <message>
        <source>Copy Picture of the Timeline</source>
        <translation>复制时间线图片</translation>
    </message>
    <message>
        <source>Copy Picture of the Window</source>
        <translation>复制窗口图片</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Next Pane</source>
        <translation>下一个窗格</translation>
    </message>
    <message>
        <source>Next Tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近的报告(&amp;R)</translation>
    </message>
    <message>
        <source>Open Path from Clipboard</source>
        <translation>打开剪贴板中的路径</translation>
    </message>
    <message>
        <source>Previous Pane</source>
        <translation>上一个窗格</translation>
    </message>
    <message>
        <source>Previous Tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>重新加载(&amp;L)</translation>
    </message>
    <message>
        <source>Reopen Reports at Start</source>
        <translation>启动时重新打开报告</translation>
    </message>
    <message>
        <source>Row &amp;Height</source>
        <translation>行高(&amp;H)</translation>
    </message>
    <message>
        <source>Save Co&amp;py to Share…</source>
        <translation>保存用于共享的副本(&amp;P)…</translation>
    </message>
    <message>
        <source>Save Se&amp;lection as .rep…</source>
        <translation>将选区保存为 .rep(&amp;L)…</translation>
    </message>
    <message>
        <source>Share as &amp;HTML…</source>
        <translation>共享为 HTML(&amp;H)…</translation>
    </message>
    <message>
        <source>Start &amp;Page</source>
        <translation>开始页(&amp;P)</translation>
    </message>
    <message>
        <source>New &amp;Window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Float the Pane or Dock It Again</source>
        <translation>浮动窗格或重新停靠</translation>
    </message>
    <message>
        <source>Move to the &amp;Left Side</source>
        <translation>移到左侧(&amp;L)</translation>
    </message>
    <message>
        <source>Move to the &amp;Right Side</source>
        <translation>移到右侧(&amp;R)</translation>
    </message>
    <message>
        <source>Move to the &amp;Top</source>
        <translation>移到顶部(&amp;T)</translation>
    </message>
    <message>
        <source>Move to the &amp;Bottom</source>
        <translation>移到底部(&amp;B)</translation>
    </message>
    <message>
        <source>Split &amp;Beside Its Tabs</source>
        <translation>拆分到标签旁边(&amp;B)</translation>
    </message>
    <message>
        <source>Split Belo&amp;w Its Tabs</source>
        <translation>拆分到标签下方(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Save Layout As…</source>
        <translation>布局另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Manage Layouts…</source>
        <translation>管理布局(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Arrange the Pane</source>
        <translation>排列窗格(&amp;A)</translation>
    </message>
    <message>
        <source>La&amp;youts</source>
        <translation>布局(&amp;Y)</translation>
    </message>
    <message>
        <source>To &amp;Pane</source>
        <translation>转到窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Recent Comparisons</source>
        <translation>最近的比较(&amp;R)</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>more often</source>
        <translation>更频繁</translation>
    </message>
    <message>
        <source>less often</source>
        <translation>更少</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>不明确</translation>
    </message>
    <message>
        <source>within the spread</source>
        <translation>在离散范围内</translation>
    </message>
    <message>
        <source>alike</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>spread unknown (two measurements)</source>
        <translation>离散范围未知（两次测量）</translation>
    </message>
    <message>
        <source>spread unknown (one measurement)</source>
        <translation>离散范围未知（一次测量）</translation>
    </message>
    <message>
        <source>small (below 2 %)</source>
        <translation>很小（低于 2 %）</translation>
    </message>
    <message>
        <source>CPU range</source>
        <translation>CPU 区间</translation>
    </message>
    <message>
        <source>GPU span</source>
        <translation>GPU 跨度</translation>
    </message>
</context>
<context>
    <name>Html</name>
    <message>
        <source>(name left out)</source>
        <translation>（名称已省略）</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Launched by %1, %2 before</source>
        <translation>由 %1 发起，早 %2</translation>
    </message>
    <message>
        <source>Launched %1, which began %2 later</source>
        <translation>发起了 %1，它在 %2 之后开始</translation>
    </message>
    <message>
        <source>Busy for %1 % of %2, mostly with this</source>
        <translation>%2 中有 %1 % 的时间忙碌，主要是它</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>已选中 %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Wheel: zoom. Drag: move. Shift and drag, or drag on the ruler: select a time. Double click: zoom to an event. W, S: zoom. A, D: move. Left, Right: next event. Up, Down: next row. Enter: open or close a row. F: zoom to the event. Z: zoom to the selection. J: go to the launch or its work. 0: everything. Esc: select nothing.</source>
        <translation>滚轮：缩放。拖动：移动。按住 Shift 拖动，或在标尺上拖动：选择时间段。双击：缩放到事件。W、S：缩放。A、D：移动。左、右方向键：上一个、下一个事件。上、下方向键：上一行、下一行。Enter：展开或折叠行。F：缩放到事件。Z：缩放到选区。J：转到 launch 或它发起的工作。0：显示全部。Esc：取消选择。</translation>
    </message>
    <message>
        <source>Timeline that can be zoomed</source>
        <translation>可缩放的时间线</translation>
    </message>
    <message>
        <source>Show the whole time</source>
        <translation>显示全部时间</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Mouse and keys</source>
        <translation>鼠标和按键</translation>
    </message>
    <message>
        <source>All %1 events are drawn one by one.</source>
        <translation>全部 %1 个事件都逐个绘制。</translation>
    </message>
    <message>
        <source>%1 of %2 events are drawn one by one: all of short rows, and the longest of the others. The bars of the others are busy time: they are as high as the share of it.</source>
        <translation>%2 个事件中有 %1 个逐个绘制：事件少的行全部绘制，其余各行绘制最长的事件。其他事件合并为忙碌时间的条形，高度表示所占比例。</translation>
    </message>
    <message>
        <source>%1 more rows were left out.</source>
        <translation>另有 %1 行已省略。</translation>
    </message>
    <message>
        <source>Some names were left out.</source>
        <translation>部分名称已省略。</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Repetition, all ranks</source>
        <translation>一次重复，所有 rank</translation>
    </message>
    <message>
        <source>Compute only</source>
        <translation>仅计算</translation>
    </message>
    <message>
        <source>Communication only</source>
        <translation>仅通信</translation>
    </message>
    <message>
        <source>Copies only</source>
        <translation>仅拷贝</translation>
    </message>
    <message>
        <source>GPU idle</source>
        <translation>GPU 空闲</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>环境与设置</translation>
    </message>
    <message>
        <source>Timelines, in one scale</source>
        <translation>时间线（同一比例）</translation>
    </message>
    <message>
        <source>Capture health</source>
        <translation>采集完整性</translation>
    </message>
    <message>
        <source>Made by Sightline. Click the head of a column to sort a table. Times are those of the report; the head of each column explains its numbers.</source>
        <translation>由 Sightline 生成。点击表头可排序。时间以报告为准；每个数的含义见其列头。</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>? unknown</source>
        <translation>? 未知</translation>
    </message>
    <message>
        <source>✓ yes</source>
        <translation>✓ 是</translation>
    </message>
    <message>
        <source>✗ no</source>
        <translation>✗ 否</translation>
    </message>
    <message>
        <source>Gain at most:</source>
        <translation>最多可节省：</translation>
    </message>
    <message>
        <source>Rules that found nothing</source>
        <translation>没有发现问题的规则</translation>
    </message>
    <message>
        <source>Events cover %1 % of the time.</source>
        <translation>事件覆盖了 %1 % 的时间。</translation>
    </message>
    <message>
        <source>Nothing seems to be missing.</source>
        <translation>看来没有缺失。</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>ranges and operators</source>
        <translation>范围与算子</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>calls that wait</source>
        <translation>等待的调用</translation>
    </message>
    <message>
        <source>The time with GPU work, %1 of %2.</source>
        <translation>有 GPU 工作的时间：%2 中的 %1。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Checklist</source>
        <translation>检查清单</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Machine and capture</source>
        <translation>机器与采集</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows.</source>
        <translation>%2 行中的前 %1 行。</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个 kernel</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 次拷贝</translation>
    </message>
    <message>
        <source>%1 graphs</source>
        <translation>%1 个 graph</translation>
    </message>
    <message>
        <source>%1 ranges</source>
        <translation>%1 个范围</translation>
    </message>
    <message>
        <source>%1 operators</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 次调用</translation>
    </message>
    <message>
        <source>Whole report</source>
        <translation>整份报告</translation>
    </message>
    <message>
        <source>Tables, of the whole reports</source>
        <translation>整份报告的表格</translation>
    </message>
    <message>
        <source>busy from its first to its last work; %1 kernels</source>
        <translation>从第一项到最后一项工作之间的忙碌比例；%1 个 kernel</translation>
    </message>
    <message>
        <source>Longest kernel, of the time of all kernels</source>
        <translation>最长的 kernel，占所有 kernel 时间</translation>
    </message>
    <message>
        <source>of a part of the kernel</source>
        <translation>kernel 的一部分</translation>
    </message>
    <message>
        <source>of the whole kernel</source>
        <translation>整个 kernel</translation>
    </message>
    <message>
        <source>Rules of the profiler</source>
        <translation>性能分析器的规则</translation>
    </message>
    <message>
        <source>Estimated speed-up (%)</source>
        <translation>预计加速（%）</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Tables, medians of the repetitions</source>
        <translation>表格，各次重复的中位数</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operations per byte of DRAM (FLOP/byte); upwards operations per second</source>
        <translation>每字节 DRAM 的运算次数（FLOP/byte）；纵轴为每秒运算次数</translation>
    </message>
    <message>
        <source>The %1 longest of %2 points; all are in the table.</source>
        <translation>%2 个点中最长的 %1 个；全部在表格中。</translation>
    </message>
    <message>
        <source>CPU range</source>
        <translation>CPU 区间</translation>
    </message>
    <message>
        <source>GPU span</source>
        <translation>GPU 跨度</translation>
    </message>
    <message>
        <source>Pace of a step, median</source>
        <translation>Step 节拍，中位数</translation>
    </message>
    <message>
        <source>steps: %1; on the CPU %2, on the GPU %3</source>
        <translation>step 数：%1；CPU 上 %2，GPU 上 %3</translation>
    </message>
    <message>
        <source>Coloured by kind, in a shade for each name</source>
        <translation>按种类着色，每个名称一种深浅</translation>
    </message>
    <message>
        <source>Coloured by name: equal names have equal colours</source>
        <translation>按名称着色：名称相同，颜色相同</translation>
    </message>
    <message>
        <source>Coloured by stream</source>
        <translation>按 stream 着色</translation>
    </message>
    <message>
        <source>Coloured by duration</source>
        <translation>按时长着色</translation>
    </message>
    <message>
        <source>Coloured by rank and process</source>
        <translation>按 rank 与进程着色</translation>
    </message>
    <message>
        <source>Coloured by category</source>
        <translation>按类别着色</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>便签</translation>
    </message>
    <message>
        <source>%1 more notes were left out.</source>
        <translation>另有 %1 条便签未列出。</translation>
    </message>
</context>
<context>
    <name>KernelMetrics</name>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令数</translation>
    </message>
    <message>
        <source>Thread instructions</source>
        <translation>线程指令数</translation>
    </message>
    <message>
        <source>Thread instructions, predicated on</source>
        <translation>线程指令数（谓词为真）</translation>
    </message>
    <message>
        <source>Stalled, not issued: %1</source>
        <translation>停顿且未发射：%1</translation>
    </message>
    <message>
        <source>Stalled: %1</source>
        <translation>停顿：%1</translation>
    </message>
    <message>
        <source>equal</source>
        <comment>to the baseline</comment>
        <translation>相等</translation>
    </message>
    <message>
        <source>%1 points</source>
        <comment>difference of two per cents</comment>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a difference, and in per cent</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>Labels</name>
    <message>
        <source>(no stack)</source>
        <translation>（无调用栈）</translation>
    </message>
    <message>
        <source>(allocated before)</source>
        <translation>（之前已分配）</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>(unnamed)</source>
        <translation>（未命名）</translation>
    </message>
    <message>
        <source>[outer frames left out]</source>
        <translation>[已省略外层帧]</translation>
    </message>
    <message>
        <source>[unknown]</source>
        <translation>[未知]</translation>
    </message>
</context>
<context>
    <name>List</name>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>What Is This?</source>
        <translation>这是什么？</translation>
    </message>
</context>
<context>
    <name>MemoryTables</name>
    <message>
        <source>Global load</source>
        <translation>Global load</translation>
    </message>
    <message>
        <source>Global store</source>
        <translation>Global store</translation>
    </message>
    <message>
        <source>Global atomic</source>
        <translation>Global atomic</translation>
    </message>
    <message>
        <source>Global reduction</source>
        <translation>Global reduction</translation>
    </message>
    <message>
        <source>Local load</source>
        <translation>Local load</translation>
    </message>
    <message>
        <source>Local store</source>
        <translation>Local store</translation>
    </message>
    <message>
        <source>Texture</source>
        <translation>Texture</translation>
    </message>
    <message>
        <source>Surface load</source>
        <translation>Surface load</translation>
    </message>
    <message>
        <source>Surface store</source>
        <translation>Surface store</translation>
    </message>
    <message>
        <source>L1 cache</source>
        <translation>L1 cache</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sector</translation>
    </message>
    <message>
        <source>Sectors a request</source>
        <translation>每个请求的 sector</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>命中率</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Shared load</source>
        <translation>Shared load</translation>
    </message>
    <message>
        <source>Shared store</source>
        <translation>Shared store</translation>
    </message>
    <message>
        <source>Shared atomic</source>
        <translation>Shared atomic</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared memory</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>Wavefront</translation>
    </message>
    <message>
        <source>Bank conflicts</source>
        <translation>Bank conflict</translation>
    </message>
    <message>
        <source>L1 read</source>
        <translation>L1 读</translation>
    </message>
    <message>
        <source>L1 write</source>
        <translation>L1 写</translation>
    </message>
    <message>
        <source>L1 reduction</source>
        <translation>L1 reduction</translation>
    </message>
    <message>
        <source>L1 atomic</source>
        <translation>L1 atomic</translation>
    </message>
    <message>
        <source>L1 compare and swap</source>
        <translation>L1 compare and swap</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 cache</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Of the peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>%1 on %2: %3 with %4.</source>
        <translation>%1，运行于 %2：时长 %3，包含：%4。</translation>
    </message>
    <message>
        <source>%1: %2 with %3.</source>
        <translation>%1：时长 %2，包含：%3。</translation>
    </message>
    <message numerus="yes">
        <source>%2 on %3: %Ln kernels that Nsight Compute measured.</source>
        <translation>
            <numerusform>%2，运行于 %3：%Ln 个由 Nsight Compute 测量的 kernel。</numerusform>
        </translation>
    </message>
    <message>
        <source>A program</source>
        <translation>某程序</translation>
    </message>
    <message>
        <source>a GPU</source>
        <translation>一块 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%2 and %Ln other processes</source>
        <translation>
            <numerusform>%2 和另外 %Ln 个进程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>CUDA calls</source>
        <translation>CUDA 调用</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>OS calls</source>
        <translation>操作系统调用</translation>
    </message>
    <message>
        <source>library calls</source>
        <translation>库调用</translation>
    </message>
    <message>
        <source>slices of threads</source>
        <translation>线程切片</translation>
    </message>
    <message>
        <source>memory curves</source>
        <translation>内存曲线</translation>
    </message>
    <message>
        <source>other events</source>
        <translation>其他事件</translation>
    </message>
    <message>
        <source>What promises most: %1 (%2 at most, %3).</source>
        <translation>潜在收益最大：%1（最多 %2，占 %3）。</translation>
    </message>
    <message>
        <source>What stands out: %1.</source>
        <translation>值得注意：%1。</translation>
    </message>
    <message>
        <source>No rule found anything that stands out.</source>
        <translation>没有规则发现值得注意的问题。</translation>
    </message>
    <message>
        <source>What costs time cannot be told: no rule applies to what it holds.</source>
        <translation>无法判断时间花在哪里：没有规则适用于其中的内容。</translation>
    </message>
    <message>
        <source>The report holds neither operators of a framework nor CUDA calls.</source>
        <translation>报告中既没有框架算子，也没有 CUDA 调用。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln events of an unknown type were skipped: %2</source>
        <translation>
            <numerusform>跳过了 %Ln 个未知类型的事件：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events are understood but not drawn: %2</source>
        <translation>
            <numerusform>%Ln 个事件可以识别但未绘制：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>The report has no column %2</source>
        <translation>报告中没有列 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln names are missing in the report (%2); a placeholder is shown</source>
        <translation>
            <numerusform>报告中缺少 %Ln 个名称（%2），以占位符显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events end before they start and are drawn with zero length: %2</source>
        <translation>
            <numerusform>%Ln 个事件的结束早于开始，按零长度绘制：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ranges were never closed and are drawn to the end of the report, or of what encloses them: %2</source>
        <translation>
            <numerusform>%Ln 个 range 没有关闭，绘制到报告末尾或其外层 range 的末尾：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events partially overlap others of their row and are kept on an extra lane: %2</source>
        <translation>
            <numerusform>%Ln 个事件与同一行的其他事件部分重叠，放在额外的泳道中：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows of the file have no usable time and cannot be drawn: %2</source>
        <translation>
            <numerusform>文件中有 %Ln 条记录没有可用的时间，无法绘制：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln times are out of range and were clamped: %2</source>
        <translation>
            <numerusform>%Ln 个时间超出范围，已截断：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln references lead nowhere: %2</source>
        <translation>
            <numerusform>%Ln 个引用没有目标：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing happened for a long stretch: %2</source>
        <translation>有一大段时间没有任何活动：%2</translation>
    </message>
    <message>
        <source>The file is incomplete: %2. What could be read is shown</source>
        <translation>文件不完整：%2。已显示能够读取的部分</translation>
    </message>
    <message>
        <source>The file announces another number of entries than it holds: %2</source>
        <translation>文件声明的条目数与实际不符：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts of the file are damaged and were left out: %2</source>
        <translation>
            <numerusform>文件中有 %Ln 处已损坏，未读取：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A table with %Ln rows is not shown: %2</source>
        <translation>
            <numerusform>有一个含 %Ln 行的表未显示：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading was cancelled; the report is partial</source>
        <translation>加载已取消，报告不完整</translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts were written by a newer version and passed over: %2</source>
        <translation>
            <numerusform>%Ln 个部分由更新的版本写成，已略过：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln scheduling events have no partner: %2</source>
        <translation>
            <numerusform>%Ln 个调度事件没有配对：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ends have no begin and were ignored: %2</source>
        <translation>
            <numerusform>%Ln 个结束没有对应的开始，已忽略：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrows lack an end, or an event at an end, and are not drawn: %2</source>
        <translation>
            <numerusform>%Ln 个箭头缺少一端，或一端没有事件，未画出：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln values are not numbers: %2</source>
        <translation>
            <numerusform>%Ln 个值不是数字：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events have no readable duration and are drawn with zero length: %2</source>
        <translation>
            <numerusform>%Ln 个事件没有可读的时长，按零长度画出：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>The checksum of the compressed data does not match: %2</source>
        <translation>压缩数据的校验和不符：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pieces of work begin before the call that launched them: %2</source>
        <translation>
            <numerusform>%Ln 项工作早于其 launch 调用开始：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events are nested or overlap more deeply than rows are kept for, and are not drawn: %2</source>
        <translation>
            <numerusform>%Ln 个事件嵌套或重叠过深，超出所保留的行，未画出：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>A file is left out of this report: %2</source>
        <translation>有文件未纳入此报告：%2</translation>
    </message>
    <message numerus="yes">
        <source>The report has no start times: %Ln kernels stand in their order, one after another; their durations are real, the times between them are not</source>
        <translation>
            <numerusform>报告没有起始时间：%Ln 个 kernel 按原有顺序依次排列；时长是真实的，它们之间的时间不是</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kernels have no duration and are drawn 1 µs long: %2</source>
        <translation>
            <numerusform>%Ln 个 kernel 没有时长，按 1 µs 绘制：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Process %1: %Ln records were dropped (%3)</source>
        <translation>
            <numerusform>进程 %1：丢失了 %Ln 条记录（%3）</numerusform>
        </translation>
    </message>
    <message>
        <source>Process %1: %2 could not be traced: %3</source>
        <translation>进程 %1：无法跟踪 %2：%3</translation>
    </message>
    <message>
        <source>%1 could not be traced: %2</source>
        <translation>无法跟踪 %1：%2</translation>
    </message>
    <message>
        <source>Nothing was traced of %1: %2</source>
        <translation>未跟踪到 %1：%2</translation>
    </message>
    <message>
        <source>Nothing was captured: %1</source>
        <translation>没有采集到任何内容：%1</translation>
    </message>
    <message>
        <source>No ranges of Python for %1: %2</source>
        <translation>%1 没有 Python 范围：%2</translation>
    </message>
    <message>
        <source>Process %1 ended without saying so, as one that was killed: its last quarter of a second may be missing</source>
        <translation>进程 %1 没有正常告知结束，像是被强制终止：其最后四分之一秒可能缺失</translation>
    </message>
    <message>
        <source>The session ended without saying so, as one that was killed: what programs noted in their last quarter of a second may be missing</source>
        <translation>会话没有说明就结束了，像是被强行终止：程序在最后四分之一秒内记录的内容可能缺失</translation>
    </message>
    <message>
        <source>The session ended without saying so, as one that was killed. What programs did is noted for %1 more</source>
        <translation>会话没有说明就结束了，像是被强行终止。此后程序的活动又记录了 %1</translation>
    </message>
    <message>
        <source>The session ended without saying so, as one that was killed. What programs did is noted for %1 more, and samples and curves of what was looked at from outside for %2</source>
        <translation>会话没有说明就结束了，像是被强行终止。此后程序的活动又记录了 %1，从外部观察得到的样本和曲线又记录了 %2</translation>
    </message>
    <message>
        <source>Kernels ran one by one and %1 times each while they were measured: times are those of kernels alone, and caches were warm when bytes of DRAM were counted</source>
        <translation>测量期间 kernel 逐个运行，每个运行 %1 次：时间是 kernel 单独运行的时间，统计 DRAM 字节时缓存是热的</translation>
    </message>
    <message>
        <source>GPU %1 does not have these counters, or not together with the others; they are left out: %2</source>
        <translation>GPU %1 没有这些计数器，或不能与其他计数器同时采集；已略去：%2</translation>
    </message>
    <message>
        <source>Ranges that went on after the capture: they are drawn to its end</source>
        <translation>在采集结束后仍继续的范围：绘制到采集结束为止</translation>
    </message>
    <message>
        <source>the file that ends in %1 beside it is cut or damaged, and changes in it are left out</source>
        <translation>旁边以 %1 结尾的文件被截断或已损坏，其中的更改未包含在内</translation>
    </message>
    <message>
        <source>the file that ends in %1 beside it is a link, no file, or another account&apos;s, and is not read</source>
        <translation>旁边以 %1 结尾的是链接、不是文件或属于其他账户，未读取</translation>
    </message>
    <message numerus="yes">
        <source>%Ln processes ended without saying so, as ones that were killed: their last quarter of a second may be missing</source>
        <translation>
            <numerusform>%Ln 个进程没有告知就结束了，像是被杀死的：可能缺少它们最后的四分之一秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Functions of %Ln files have no names: the files are no longer the ones that ran. %2 is one of them</source>
        <translation>
            <numerusform>%Ln 个文件的函数没有名称：这些文件已不是当时运行的文件。%2 是其中之一</numerusform>
        </translation>
    </message>
    <message>
        <source>Functions of %1 have no names: the file is no longer the one that ran</source>
        <translation>%1 的函数没有名称：该文件已不是当时运行的文件</translation>
    </message>
    <message>
        <source>the disk was full or could not be written</source>
        <translation>磁盘已满或无法写入</translation>
    </message>
    <message>
        <source>CUPTI had no room</source>
        <translation>CUPTI 没有空间</translation>
    </message>
    <message>
        <source>samples of CPUs came faster than they were taken</source>
        <translation>CPU 样本产生的速度快于读取速度</translation>
    </message>
    <message>
        <source>the kernel held samples of CPUs back, since they took too much time</source>
        <translation>内核因耗时过多而限制了 CPU 采样</translation>
    </message>
    <message>
        <source>time of CPUs in the kernel</source>
        <translation>CPU 在内核中的时间</translation>
    </message>
    <message>
        <source>CPUs of all processes</source>
        <translation>所有进程的 CPU</translation>
    </message>
    <message>
        <source>CPUs of process %1</source>
        <translation>进程 %1 的 CPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPU sampling at %1 Hz</source>
        <translation>以 %1 Hz 进行 CPU 采样</translation>
    </message>
    <message>
        <source>kernel.perf_event_max_sample_rate is %1</source>
        <translation>kernel.perf_event_max_sample_rate 为 %1</translation>
    </message>
    <message>
        <source>stacks by DWARF&apos;s tables</source>
        <translation>按 DWARF 表获取的调用栈</translation>
    </message>
    <message>
        <source>this machine&apos;s registers are not known</source>
        <translation>不了解这种机器的寄存器</translation>
    </message>
    <message>
        <source>stacks of programs of 32 bits</source>
        <translation>32 位程序的调用栈</translation>
    </message>
    <message>
        <source>only those of 64 bits are read by DWARF&apos;s tables</source>
        <translation>DWARF 表只用于 64 位程序</translation>
    </message>
    <message>
        <source>the system does not allow it (kernel.perf_event_paranoid is %1); the program and its children are looked at</source>
        <translation>系统不允许（kernel.perf_event_paranoid 为 %1）；只观察程序及其子进程</translation>
    </message>
    <message>
        <source>the system does not allow it (kernel.perf_event_paranoid is %1)</source>
        <translation>系统不允许（kernel.perf_event_paranoid 为 %1）</translation>
    </message>
    <message>
        <source>the system does not know perf_event_open</source>
        <translation>系统没有 perf_event_open</translation>
    </message>
    <message>
        <source>there may not be so many open files</source>
        <translation>不能打开这么多文件</translation>
    </message>
    <message>
        <source>stacks of samples</source>
        <translation>样本的调用栈</translation>
    </message>
    <message>
        <source>there was no time to find all of their frames</source>
        <translation>没有时间找出所有的帧</translation>
    </message>
    <message>
        <source>the OS runtime</source>
        <translation>操作系统运行时</translation>
    </message>
    <message>
        <source>no process of the program used it</source>
        <translation>程序的任何进程都没有使用它</translation>
    </message>
    <message>
        <source>there is no CUDA driver on this machine</source>
        <translation>本机没有 CUDA 驱动</translation>
    </message>
    <message>
        <source>it did nothing of what was asked for</source>
        <translation>它没有做任何所要采集的事情</translation>
    </message>
    <message>
        <source>the program ended before the capture began (-y)</source>
        <translation>程序在采集开始（-y）之前就结束了</translation>
    </message>
    <message>
        <source>no process of the program used NVTX, so the range %1 could not be seen</source>
        <translation>程序的任何进程都没有使用 NVTX，因此无法看到范围 %1</translation>
    </message>
    <message>
        <source>the NVTX range %1 never began</source>
        <translation>NVTX 范围 %1 始终没有开始</translation>
    </message>
    <message>
        <source>CUDA could not be traced, so a call of cudaProfilerStart(), which -c waits for, could not be seen</source>
        <translation>无法跟踪 CUDA，因此看不到 -c 所等待的 cudaProfilerStart() 调用</translation>
    </message>
    <message>
        <source>no process called cudaProfilerStart(), which -c waits for</source>
        <translation>没有进程调用 -c 所等待的 cudaProfilerStart()</translation>
    </message>
    <message>
        <source>there is no CUDA driver on this machine, so a call of cudaProfilerStart(), which -c waits for, could not be seen</source>
        <translation>本机没有 CUDA 驱动，因此看不到 -c 所等待的 cudaProfilerStart() 调用</translation>
    </message>
    <message>
        <source>no process of the program used CUDA, so a call of cudaProfilerStart(), which -c waits for, could not be seen</source>
        <translation>程序的任何进程都没有使用 CUDA，因此看不到 -c 所等待的 cudaProfilerStart() 调用</translation>
    </message>
    <message>
        <source>no call of it was seen; functions that a program gets by dlsym(), and programs that are linked statically, go past</source>
        <translation>未见到对它的调用；程序通过 dlsym() 取得的函数以及静态链接的程序不会被看到</translation>
    </message>
    <message>
        <source>no call took so long that it is noted (--osrt-threshold)</source>
        <translation>没有调用达到记录所需的时长（--osrt-threshold）</translation>
    </message>
    <message>
        <source>no process began a region with a runtime that tells tools of it, as LLVM&apos;s and Intel&apos;s do</source>
        <translation>没有进程用会通知工具的运行时（如 LLVM 和 Intel 的）进入并行区</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>其余部分</translation>
    </message>
    <message>
        <source>the program has a tool of its own for it</source>
        <translation>程序已有自己的 OpenMP 工具</translation>
    </message>
    <message>
        <source>OMP_TOOL_LIBRARIES names another tool, or none</source>
        <translation>OMP_TOOL_LIBRARIES 指定了其他工具，或为空</translation>
    </message>
    <message>
        <source>its runtime has not begun: the program opened no region</source>
        <translation>其运行时没有启动：程序没有进入并行区</translation>
    </message>
    <message>
        <source>OpenMP of libgomp</source>
        <translation>libgomp 的 OpenMP</translation>
    </message>
    <message>
        <source>GNU&apos;s runtime tells tools nothing; build with clang, or put LLVM&apos;s in its place: -e LD_PRELOAD=libomp.so.5</source>
        <translation>GNU 的运行时不向工具提供信息；请用 clang 构建，或以 LLVM 的代替：-e LD_PRELOAD=libomp.so.5</translation>
    </message>
    <message>
        <source>stacks of CUDA calls</source>
        <translation>CUDA 调用的调用栈</translation>
    </message>
    <message>
        <source>memcpy between devices</source>
        <translation>设备间拷贝</translation>
    </message>
    <message>
        <source>memory pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>CUDA event</source>
        <translation>CUDA event</translation>
    </message>
    <message>
        <source>unknown error of CUPTI</source>
        <translation>未知的 CUPTI 错误</translation>
    </message>
    <message>
        <source>%1 lacks functions of CUPTI</source>
        <translation>%1 缺少 CUPTI 的函数</translation>
    </message>
    <message>
        <source>it does not export what is needed to read its frames</source>
        <translation>它没有导出读取其帧所需的内容</translation>
    </message>
    <message>
        <source>the system does not let a process read its own memory safely (process_vm_readv)</source>
        <translation>系统不允许进程安全地读取自己的内存（process_vm_readv）</translation>
    </message>
    <message>
        <source>its runtime does not say where it keeps its frames</source>
        <translation>其运行时没有说明帧存放在哪里</translation>
    </message>
    <message>
        <source>it runs without the GIL, and its threads&apos; frames cannot be read</source>
        <translation>它不使用 GIL 运行，无法读取其线程的帧</translation>
    </message>
    <message>
        <source>what its runtime says of its frames is not understood</source>
        <translation>无法理解其运行时对帧的说明</translation>
    </message>
    <message>
        <source>versions before 3.9 are not known</source>
        <translation>不支持 3.9 之前的版本</translation>
    </message>
    <message>
        <source>this version of Sightline knows Python up to 3.14</source>
        <translation>此版本的 Sightline 支持到 Python 3.14</translation>
    </message>
    <message>
        <source>its connection ended while it went on: what it did afterwards may be missing</source>
        <translation>它的连接在运行中断开：此后所做的内容可能缺失</translation>
    </message>
    <message>
        <source>what was captured reached the %1 GB of --max-size</source>
        <translation>采集到的数据达到了 --max-size 的 %1 GB</translation>
    </message>
    <message>
        <source>only %1 of the disk were free, and %2 stay so</source>
        <translation>磁盘只剩 %1 可用，其中 %2 须保持空闲</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>control</source>
        <translation>控制</translation>
    </message>
    <message>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>unified memory</source>
        <translation>统一内存</translation>
    </message>
    <message>
        <source>it is not captured by this version</source>
        <translation>本版本不采集它</translation>
    </message>
    <message>
        <source>there are more different texts than there is room for: later ones are missing</source>
        <translation>不同的文本太多，放不下：后面的缺失</translation>
    </message>
    <message>
        <source>the session was gone, and nobody was there to end the capture</source>
        <translation>会话已不在，没有谁能结束采集</translation>
    </message>
    <message>
        <source>the program forbade itself calls of the system (seccomp), which tracing needs</source>
        <translation>程序禁止了自己的系统调用（seccomp），而跟踪需要它们</translation>
    </message>
    <message>
        <source>the program forbade itself the processor&apos;s clock (PR_SET_TSC), which tracing needs</source>
        <translation>程序禁止了自己使用处理器的时钟（PR_SET_TSC），而跟踪需要它</translation>
    </message>
    <message>
        <source>threads of this library did not end when the program changed its rights</source>
        <translation>程序更改其权限时，本库的线程未能结束</translation>
    </message>
    <message>
        <source>no thread could be created: the capture cannot be stopped before the program ends</source>
        <translation>无法创建线程：在程序结束之前不能停止采集</translation>
    </message>
    <message>
        <source>another tool in this process, such as torch.profiler, already uses CUPTI; only one can</source>
        <translation>此进程中另一个工具（例如 torch.profiler）已在使用 CUPTI；只能有一个</translation>
    </message>
    <message>
        <source>CUPTI did not take our clock: times are shifted</source>
        <translation>CUPTI 没有接受我们的时钟：时间有偏移</translation>
    </message>
    <message>
        <source>libcupti was not found beside the program, in the system, or in /usr/local/cuda</source>
        <translation>在程序旁、系统中以及 /usr/local/cuda 中都没有找到 libcupti</translation>
    </message>
    <message>
        <source>kernels of a shape that is not in the spool</source>
        <translation>形状不在 spool 中的 kernel</translation>
    </message>
    <message>
        <source>the state of GPU %1</source>
        <translation>GPU %1 的状态</translation>
    </message>
    <message>
        <source>the state of GPUs</source>
        <translation>GPU 的状态</translation>
    </message>
    <message>
        <source>this user may not look at it</source>
        <translation>此用户无权查看</translation>
    </message>
    <message>
        <source>NVML knows no GPU</source>
        <translation>NVML 找不到 GPU</translation>
    </message>
    <message>
        <source>libnvidia-ml.so.1, which comes with the NVIDIA driver, was not found</source>
        <translation>未找到随 NVIDIA 驱动安装的 libnvidia-ml.so.1</translation>
    </message>
    <message>
        <source>libnvidia-ml.so.1 lacks functions</source>
        <translation>libnvidia-ml.so.1 缺少函数</translation>
    </message>
    <message>
        <source>NVML did not start (error %1)</source>
        <translation>NVML 未能启动（错误 %1）</translation>
    </message>
    <message>
        <source>libcuda.so.1, which comes with the NVIDIA driver, was not found</source>
        <translation>未找到随 NVIDIA 驱动安装的 libcuda.so.1</translation>
    </message>
    <message>
        <source>libcuda.so.1 lacks functions</source>
        <translation>libcuda.so.1 缺少函数</translation>
    </message>
    <message>
        <source>CUDA did not start (error %1)</source>
        <translation>CUDA 未能启动（错误 %1）</translation>
    </message>
    <message>
        <source>CUDA knows no GPU</source>
        <translation>CUDA 找不到 GPU</translation>
    </message>
    <message>
        <source>there is no GPU of that number</source>
        <translation>没有该编号的 GPU</translation>
    </message>
    <message>
        <source>there is no GPU of that number among those that CUDA_VISIBLE_DEVICES names</source>
        <translation>CUDA_VISIBLE_DEVICES 指定的 GPU 中没有该编号的 GPU</translation>
    </message>
    <message>
        <source>GPU counters are for administrators only on this machine</source>
        <translation>这台机器的 GPU 计数器仅供管理员使用</translation>
    </message>
    <message>
        <source>the libcupti of this machine is older than 12.6, which cannot sample counters</source>
        <translation>这台机器的 libcupti 早于 12.6，无法采样计数器</translation>
    </message>
    <message>
        <source>the libcupti of this machine is older than 12.6, which cannot read counters in this way</source>
        <translation>这台机器的 libcupti 早于 12.6，无法以这种方式读取计数器</translation>
    </message>
    <message>
        <source>the libcupti of this program is older than 12.6, which cannot measure kernels in this way</source>
        <translation>此程序的 libcupti 早于 12.6，无法以这种方式测量 kernel</translation>
    </message>
    <message>
        <source>it has none of the counters that were asked for</source>
        <translation>它没有任何所要求的计数器</translation>
    </message>
    <message>
        <source>the GPU has none of the counters that were asked for</source>
        <translation>该 GPU 没有任何所要求的计数器</translation>
    </message>
    <message>
        <source>the rest of the metrics of GPU %1</source>
        <translation>GPU %1 的其余指标</translation>
    </message>
    <message>
        <source>the metrics of GPU %1</source>
        <translation>GPU %1 的指标</translation>
    </message>
    <message>
        <source>GPU metrics</source>
        <translation>GPU 指标</translation>
    </message>
    <message>
        <source>samples of GPU %1, which could not be read as fast as they came</source>
        <translation>GPU %1 的样本，读取速度跟不上产生速度</translation>
    </message>
    <message>
        <source>metrics of kernels that CUPTI did not give</source>
        <translation>CUPTI 未给出的 kernel 指标</translation>
    </message>
    <message>
        <source>metrics of kernels</source>
        <translation>kernel 的指标</translation>
    </message>
    <message>
        <source>kernels of CUDA graphs</source>
        <translation>CUDA graph 中的 kernel</translation>
    </message>
    <message>
        <source>kernels are measured one by one, and a graph launches several at once</source>
        <translation>kernel 逐个测量，而 graph 一次启动多个</translation>
    </message>
    <message>
        <source>what is looked at from outside of the program</source>
        <translation>从程序外部观察的内容</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其进程已结束</translation>
    </message>
    <message>
        <source>its process could not be started</source>
        <translation>无法启动其进程</translation>
    </message>
    <message>
        <source>it did not answer within ten seconds</source>
        <translation>十秒内没有应答</translation>
    </message>
    <message>
        <source>readings of a meter that is not in the spool</source>
        <translation>其测量项不在 spool 中的读数</translation>
    </message>
    <message>
        <source>calls of libraries: their thread had no room</source>
        <translation>库调用：其线程没有空间</translation>
    </message>
    <message>
        <source>calls of the OS runtime and of libraries: they came faster than they were written</source>
        <translation>OS 运行时和库的调用：来得比写入更快</translation>
    </message>
    <message>
        <source>calls of the OS runtime and of libraries: a handler of a signal made them while its thread noted another one</source>
        <translation>OS 运行时和库的调用：信号处理函数在其线程记录另一个调用时发起了它们</translation>
    </message>
    <message>
        <source>calls of the OS runtime and of libraries: more than 2048 threads made them, or there was no memory</source>
        <translation>OS 运行时和库的调用：发起它们的线程超过 2048 个，或者没有内存</translation>
    </message>
    <message>
        <source>calls of OpenMP: too many were open at once in a thread</source>
        <translation>OpenMP 调用：同一线程中同时未结束的太多</translation>
    </message>
    <message>
        <source>calls of libraries</source>
        <translation>库调用</translation>
    </message>
    <message>
        <source>no thread could be created that writes them</source>
        <translation>无法创建写入它们的线程</translation>
    </message>
    <message>
        <source>OpenMP</source>
        <translation>OpenMP</translation>
    </message>
    <message>
        <source>OMP_TOOL=disabled in the environment of the program forbids tools; set it to enabled</source>
        <translation>程序环境中的 OMP_TOOL=disabled 禁止使用工具；请设为 enabled</translation>
    </message>
    <message>
        <source>ranges of Python</source>
        <translation>Python 范围</translation>
    </message>
    <message>
        <source>Python does not load what makes them with %1; leave it out</source>
        <translation>使用 %1 时 Python 不会加载产生范围的模块；请去掉它</translation>
    </message>
    <message>
        <source>calls of the OS runtime and of libraries</source>
        <translation>操作系统运行时和库的调用</translation>
    </message>
    <message>
        <source>%1 is neither beside this program nor in ../lib/sightline</source>
        <translation>%1 既不在本程序旁边，也不在 ../lib/sightline 中</translation>
    </message>
    <message>
        <source>the folder of %1 has a blank or a colon in its name, which LD_PRELOAD cannot have: install Sightline elsewhere</source>
        <translation>%1 所在文件夹的名称含有空格或冒号，LD_PRELOAD 不支持：请把 Sightline 安装到别处</translation>
    </message>
    <message>
        <source>%1 is linked statically: no library can stand before its own</source>
        <translation>%1 是静态链接的：无法在其函数之前插入库</translation>
    </message>
    <message>
        <source>%1 runs with another user&apos;s rights, and loads no libraries that its user chooses</source>
        <translation>%1 以其他用户的权限运行，不会加载用户指定的库</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>no Python has loaded what makes them; -I, -E and -S keep it out</source>
        <translation>没有 Python 加载产生范围的模块；-I、-E 和 -S 会阻止加载</translation>
    </message>
    <message>
        <source>no program of Python imported this module</source>
        <translation>没有 Python 程序导入此模块</translation>
    </message>
    <message>
        <source>the module has no function of this name</source>
        <translation>模块中没有此名称的函数</translation>
    </message>
    <message>
        <source>a range would end before a coroutine or generator does anything</source>
        <translation>范围会在协程或生成器开始执行之前结束</translation>
    </message>
    <message>
        <source>it is no function</source>
        <translation>它不是函数</translation>
    </message>
    <message>
        <source>it is an object that can be called, and whoever looks at it would see the difference</source>
        <translation>它是可调用对象，包装后会被看出不同</translation>
    </message>
    <message>
        <source>it belongs to an object and not to a module or a class</source>
        <translation>它属于某个对象，而不是模块或类</translation>
    </message>
    <message>
        <source>its functions are made while it runs</source>
        <translation>其函数在运行时才生成</translation>
    </message>
    <message>
        <source>Python refuses it: %1</source>
        <translation>Python 拒绝：%1</translation>
    </message>
    <message>
        <source>Python %1: %2</source>
        <translation>Python %1：%2</translation>
    </message>
    <message>
        <source>ranges of %1</source>
        <translation>%1 的范围</translation>
    </message>
    <message>
        <source>Python samples</source>
        <translation>Python 样本</translation>
    </message>
    <message>
        <source>there was no memory for them</source>
        <translation>没有可用的内存</translation>
    </message>
    <message>
        <source>events of NVTX: there was no memory for them</source>
        <translation>NVTX 事件：没有可用的内存</translation>
    </message>
    <message>
        <source>graphs as a whole</source>
        <translation>整个 CUDA Graph</translation>
    </message>
    <message>
        <source>this CUPTI does not tell when graphs are made; their nodes are traced instead</source>
        <translation>此 CUPTI 不报告 CUDA Graph 何时创建，改为跟踪其节点</translation>
    </message>
    <message>
        <source>no thread could be created</source>
        <translation>无法创建线程</translation>
    </message>
    <message>
        <source>samples of Python whose frames changed while they were read</source>
        <translation>读取时帧发生变化的 Python 样本</translation>
    </message>
    <message>
        <source>samples of Python that came too fast</source>
        <translation>产生过快的 Python 样本</translation>
    </message>
    <message>
        <source>stacks of Python that could not be read</source>
        <translation>无法读取的 Python 调用栈</translation>
    </message>
    <message>
        <source>Python stacks at CUDA calls</source>
        <translation>CUDA 调用处的 Python 调用栈</translation>
    </message>
    <message>
        <source>this CUPTI lacks functions that they need</source>
        <translation>此 CUPTI 缺少所需的函数</translation>
    </message>
    <message>
        <source>Outer frames are left out of stacks: %1 (%2)</source>
        <translation>省略了外层帧的调用栈：%1（%2）</translation>
    </message>
    <message>
        <source>CPU samples that have more frames than the kernel reads, kernel.perf_event_max_stack</source>
        <translation>CPU 采样的帧数超过内核读取的上限 kernel.perf_event_max_stack</translation>
    </message>
    <message>
        <source>CPU samples whose stack is longer than what is copied of it, 8 KiB, or has more than 256 frames</source>
        <translation>CPU 采样的栈超过所复制的 8 KiB，或超过 256 帧</translation>
    </message>
    <message>
        <source>more than 512 frames of Python, or 128 of others</source>
        <translation>Python 超过 512 帧，或其他超过 128 帧</translation>
    </message>
    <message>
        <source>blocks of the spool</source>
        <translation>spool 的块</translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>NVTX range that began before the capture</source>
        <translation>在采集之前开始的 NVTX range</translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes</source>
        <translation>
            <numerusform>%Ln 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>captured output is only in the original report</source>
        <translation>采集到的输出只在原始报告中</translation>
    </message>
    <message>
        <source>the captured output is not in the report any more</source>
        <translation>采集到的输出已不在报告中</translation>
    </message>
    <message>
        <source>the command line is not in the report any more</source>
        <translation>命令行已不在报告中</translation>
    </message>
    <message>
        <source>the file became shorter</source>
        <translation>文件变短了</translation>
    </message>
    <message>
        <source>no event data found</source>
        <translation>没有找到事件数据</translation>
    </message>
    <message>
        <source>the event section does not start as expected</source>
        <translation>事件部分的开头不符合预期</translation>
    </message>
    <message>
        <source>the headers are not complete</source>
        <translation>头部不完整</translation>
    </message>
    <message>
        <source>events compressed with %1</source>
        <translation>以 %1 压缩的事件</translation>
    </message>
    <message>
        <source>a chunk claims %1 bytes from %2</source>
        <translation>一个数据块声称由 %2 字节得到 %1 字节</translation>
    </message>
    <message>
        <source>more than %1 strings</source>
        <translation>多于 %1 个字符串</translation>
    </message>
    <message>
        <source>chunk %1 cannot be decoded</source>
        <translation>数据块 %1 无法解码</translation>
    </message>
    <message>
        <source>page %1 is not in the file</source>
        <translation>第 %1 页不在文件中</translation>
    </message>
    <message>
        <source>b-tree deeper than 20 levels</source>
        <translation>B 树深于 20 层</translation>
    </message>
    <message>
        <source>page used twice</source>
        <translation>一页被使用两次</translation>
    </message>
    <message>
        <source>page cannot be read</source>
        <translation>无法读取页</translation>
    </message>
    <message>
        <source>not a b-tree page of a table</source>
        <translation>不是表的 B 树页</translation>
    </message>
    <message>
        <source>not a leaf page of a table</source>
        <translation>不是表的叶子页</translation>
    </message>
    <message>
        <source>more cells than fit into the page</source>
        <translation>单元格多于页所能容纳的</translation>
    </message>
    <message>
        <source>cell outside its page</source>
        <translation>单元格在其页之外</translation>
    </message>
    <message>
        <source>row longer than the file</source>
        <translation>行比文件长</translation>
    </message>
    <message>
        <source>row longer than its page</source>
        <translation>行比其页长</translation>
    </message>
    <message>
        <source>row with an impossible header</source>
        <translation>行的头部不可能</translation>
    </message>
    <message>
        <source>overflow page that is not in the file</source>
        <translation>溢出页不在文件中</translation>
    </message>
    <message>
        <source>overflow page used twice</source>
        <translation>溢出页被使用两次</translation>
    </message>
    <message>
        <source>overflow page cannot be read</source>
        <translation>无法读取溢出页</translation>
    </message>
    <message>
        <source>more rows than the file can hold</source>
        <translation>行数多于文件所能容纳的</translation>
    </message>
    <message>
        <source>a zip archive without its directory</source>
        <translation>没有目录的 zip 压缩包</translation>
    </message>
    <message>
        <source>a zip archive of very many files</source>
        <translation>文件极多的 zip 压缩包</translation>
    </message>
    <message>
        <source>the directory of the zip archive</source>
        <translation>zip 压缩包的目录</translation>
    </message>
    <message>
        <source>an empty zip archive</source>
        <translation>空的 zip 压缩包</translation>
    </message>
    <message>
        <source>an encrypted zip archive</source>
        <translation>加密的 zip 压缩包</translation>
    </message>
    <message>
        <source>the zip archive</source>
        <translation>zip 压缩包</translation>
    </message>
    <message>
        <source>a zip archive with compression method %1</source>
        <translation>压缩方法为 %1 的 zip 压缩包</translation>
    </message>
    <message>
        <source>its size cannot be found</source>
        <translation>无法得知其大小</translation>
    </message>
    <message>
        <source>no temporary folder for a copy</source>
        <translation>没有用于副本的临时文件夹</translation>
    </message>
    <message>
        <source>no events before its end</source>
        <translation>结束之前没有事件</translation>
    </message>
    <message>
        <source>unknown first bytes</source>
        <translation>开头的字节未知</translation>
    </message>
    <message>
        <source>%1, newest understood %2</source>
        <translation>%1，能理解的最新版本为 %2</translation>
    </message>
    <message>
        <source>version %1, newest understood %2</source>
        <translation>版本 %1，能理解的最新版本为 %2</translation>
    </message>
    <message>
        <source>the checksum of its header is wrong</source>
        <translation>其头部的校验和不对</translation>
    </message>
    <message>
        <source>inside its first bytes</source>
        <translation>在其开头的字节之内</translation>
    </message>
    <message>
        <source>it is no Nsight Compute report</source>
        <translation>它不是 Nsight Compute 报告</translation>
    </message>
    <message>
        <source>inside its header</source>
        <translation>在其头部之内</translation>
    </message>
    <message>
        <source>its header</source>
        <translation>其头部</translation>
    </message>
    <message>
        <source>it holds a header only</source>
        <translation>它只有一个头部</translation>
    </message>
    <message>
        <source>no kernel is complete</source>
        <translation>没有完整的 kernel</translation>
    </message>
    <message>
        <source>output of ncu without a table; run ncu with --csv, or open the .ncu-rep</source>
        <translation>没有表格的 ncu 输出；请用 --csv 运行 ncu，或打开 .ncu-rep</translation>
    </message>
    <message>
        <source>in the header of its table, or right behind it</source>
        <translation>在其表格的表头之内或紧随其后</translation>
    </message>
    <message>
        <source>it does not hold the kernel&apos;s code</source>
        <translation>它不包含 kernel 的代码</translation>
    </message>
    <message>
        <source>no files</source>
        <translation>没有文件</translation>
    </message>
    <message>
        <source>at most %1 files make one report</source>
        <translation>最多 %1 个文件合成一个报告</translation>
    </message>
    <message>
        <source>no complete frame</source>
        <translation>没有完整的帧</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>file header</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>the profile of a kernel</source>
        <translation>一个 kernel 的测量结果</translation>
    </message>
    <message>
        <source>it belongs to another account</source>
        <translation>它属于另一个账户</translation>
    </message>
    <message>
        <source>a database of nvprof, which came before Nsight Systems</source>
        <translation>nvprof 的数据库，它早于 Nsight Systems</translation>
    </message>
    <message>
        <source>a list of other values</source>
        <translation>其他值的列表</translation>
    </message>
    <message>
        <source>a list of objects with %1</source>
        <translation>对象的列表，键为 %1</translation>
    </message>
    <message>
        <source>an empty object</source>
        <translation>空对象</translation>
    </message>
    <message>
        <source>its keys are %1</source>
        <translation>其键为 %1</translation>
    </message>
    <message>
        <source>a JSON list that is not closed</source>
        <translation>未闭合的 JSON 列表</translation>
    </message>
    <message>
        <source>a JSON object that is not closed</source>
        <translation>未闭合的 JSON 对象</translation>
    </message>
    <message>
        <source>GPU code, cubin</source>
        <translation>GPU 代码，cubin</translation>
    </message>
    <message>
        <source>core dump</source>
        <translation>核心转储</translation>
    </message>
    <message>
        <source>%1; %2 is of the kind “%3”</source>
        <translation>%1；%2的类型为“%3”</translation>
    </message>
    <message>
        <source>%1; %2 is packed again with %3</source>
        <translation>%1；%2又用 %3 打包</translation>
    </message>
    <message>
        <source>it is packed with %1, and %2 begins with “%3”</source>
        <translation>它用 %1 打包，%2以“%3”开头</translation>
    </message>
    <message>
        <source>the largest file in it</source>
        <translation>其中最大的文件</translation>
    </message>
    <message>
        <source>its content</source>
        <translation>其内容</translation>
    </message>
    <message>
        <source>it begins with “%1”</source>
        <translation>它以“%1”开头</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>no packet could be read</source>
        <translation>没有能读取的数据包</translation>
    </message>
    <message>
        <source>it is there already</source>
        <translation>它已经存在</translation>
    </message>
    <message>
        <source>it is no file that belongs to a session</source>
        <translation>它不是属于会话的文件</translation>
    </message>
    <message>
        <source>%1; set TMPDIR to a folder that is there and that you may write to</source>
        <translation>%1；请将 TMPDIR 设为一个存在且您可写入的文件夹</translation>
    </message>
    <message>
        <source>it is not a folder of yours alone</source>
        <translation>它不是只属于您的文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes behind the last complete frame</source>
        <translation>
            <numerusform>最后一个完整的帧之后有 %Ln 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>line %1, column %2 (byte %3)</source>
        <translation>第 %1 行第 %2 列（字节 %3）</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>the path is too long for a socket; set TMPDIR to a shorter one, such as /tmp</source>
        <translation>路径对套接字来说太长；请将 TMPDIR 设为较短的路径，例如 /tmp</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <translation>%1，从 %2 起</translation>
    </message>
    <message>
        <source>reading failed</source>
        <translation>读取失败</translation>
    </message>
    <message>
        <source>the compressed data end in the middle</source>
        <translation>压缩数据在中途结束</translation>
    </message>
    <message>
        <source>compressed data</source>
        <translation>压缩数据</translation>
    </message>
    <message>
        <source>compressed data that unpack to more than a thousand times their size</source>
        <translation>解压后超过其大小一千倍的压缩数据</translation>
    </message>
    <message>
        <source>reading ended here, because the rest would take more memory than there is</source>
        <translation>读取在此结束，因为其余部分需要的内存超过可用内存</translation>
    </message>
    <message>
        <source>bytes behind the end of the compressed data</source>
        <translation>压缩数据结尾之后的字节</translation>
    </message>
    <message>
        <source>zip entry</source>
        <translation>zip 条目</translation>
    </message>
    <message>
        <source>further traces in the page</source>
        <translation>页面中的其他跟踪</translation>
    </message>
    <message>
        <source>the page ends in the trace</source>
        <translation>页面在跟踪的中途结束</translation>
    </message>
    <message>
        <source>NVTX event of type %1</source>
        <translation>类型为 %1 的 NVTX 事件</translation>
    </message>
    <message>
        <source>generic event</source>
        <translation>通用事件</translation>
    </message>
    <message>
        <source>it ends in the middle of a line</source>
        <translation>它在一行的中途结束</translation>
    </message>
    <message>
        <source>lines that are no JSON</source>
        <translation>不是 JSON 的行</translation>
    </message>
    <message>
        <source>lines of more than 256 MiB</source>
        <translation>超过 256 MiB 的行</translation>
    </message>
    <message>
        <source>line without a table</source>
        <translation>没有表的行</translation>
    </message>
    <message>
        <source>descriptions beyond the first 200 000 of a table</source>
        <translation>一个表前 200 000 条之后的描述</translation>
    </message>
    <message>
        <source>values in unknown columns</source>
        <translation>未知列中的值</translation>
    </message>
    <message>
        <source>metric names</source>
        <translation>指标名称</translation>
    </message>
    <message>
        <source>it ends inside a block</source>
        <translation>它在一个块的内部结束</translation>
    </message>
    <message>
        <source>line table of a cubin</source>
        <translation>cubin 的行号表</translation>
    </message>
    <message>
        <source>columns with the state of NVTX</source>
        <translation>含 NVTX 状态的列</translation>
    </message>
    <message>
        <source>records with fewer cells than columns</source>
        <translation>单元格少于列数的记录</translation>
    </message>
    <message>
        <source>it ends within a line</source>
        <translation>在一行之中结束</translation>
    </message>
    <message>
        <source>the list of its events is not closed</source>
        <translation>其事件列表没有结束</translation>
    </message>
    <message>
        <source>it ends behind the header of a table</source>
        <translation>在一个表的表头之后结束</translation>
    </message>
    <message>
        <source>tables that only repeat the one before them</source>
        <translation>只是重复前一个的表</translation>
    </message>
    <message>
        <source>addresses of instructions</source>
        <translation>指令地址</translation>
    </message>
    <message>
        <source>lines that are not part of the table</source>
        <translation>不属于表的行</translation>
    </message>
    <message>
        <source>lines with quotes that do not close</source>
        <translation>引号没有闭合的行</translation>
    </message>
    <message>
        <source>memory map</source>
        <translation>内存映射</translation>
    </message>
    <message>
        <source>start and end marker</source>
        <translation>开始和结束标记</translation>
    </message>
    <message>
        <source>process without a name</source>
        <translation>没有名称的进程</translation>
    </message>
    <message>
        <source>layout of sampled metrics</source>
        <translation>采样指标的布局</translation>
    </message>
    <message>
        <source>unified memory CPU page fault</source>
        <translation>统一内存 CPU 缺页</translation>
    </message>
    <message>
        <source>unified memory GPU page fault</source>
        <translation>统一内存 GPU 缺页</translation>
    </message>
    <message>
        <source>parameter change of an instantiated graph node</source>
        <translation>已实例化图节点的参数修改</translation>
    </message>
    <message>
        <source>OpenGL call</source>
        <translation>OpenGL 调用</translation>
    </message>
    <message>
        <source>OpenACC call</source>
        <translation>OpenACC 调用</translation>
    </message>
    <message>
        <source>OpenMP event</source>
        <translation>OpenMP 事件</translation>
    </message>
    <message>
        <source>Vulkan call</source>
        <translation>Vulkan 调用</translation>
    </message>
    <message>
        <source>Direct3D call</source>
        <translation>Direct3D 调用</translation>
    </message>
    <message>
        <source>OpenXR call</source>
        <translation>OpenXR 调用</translation>
    </message>
    <message>
        <source>OpenCL call</source>
        <translation>OpenCL 调用</translation>
    </message>
    <message>
        <source>video or JPEG codec call</source>
        <translation>视频或 JPEG 编解码调用</translation>
    </message>
    <message>
        <source>CUDA call stack</source>
        <translation>CUDA 调用栈</translation>
    </message>
    <message>
        <source>system call</source>
        <translation>系统调用</translation>
    </message>
    <message>
        <source>call of another library</source>
        <translation>其他库的调用</translation>
    </message>
    <message>
        <source>imported NVTX text event</source>
        <translation>导入的 NVTX 文本事件</translation>
    </message>
    <message>
        <source>NVTX event of an unusual kind</source>
        <translation>特殊类型的 NVTX 事件</translation>
    </message>
    <message>
        <source>GPU context switch</source>
        <translation>GPU 上下文切换</translation>
    </message>
    <message>
        <source>network metric</source>
        <translation>网络指标</translation>
    </message>
    <message>
        <source>CPU performance counter</source>
        <translation>CPU 性能计数器</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>graphics workload or frame</source>
        <translation>图形工作负载或帧</translation>
    </message>
    <message>
        <source>operating system event</source>
        <translation>操作系统事件</translation>
    </message>
    <message>
        <source>GPU video engine workload</source>
        <translation>GPU 视频引擎工作负载</translation>
    </message>
    <message>
        <source>key rotation of confidential computing</source>
        <translation>机密计算的密钥轮换</translation>
    </message>
    <message>
        <source>memory operation of an unusual kind</source>
        <translation>特殊类型的内存操作</translation>
    </message>
    <message>
        <source>old event kind</source>
        <translation>旧的事件类型</translation>
    </message>
    <message>
        <source>damaged event</source>
        <translation>损坏的事件</translation>
    </message>
    <message>
        <source>event type %1</source>
        <translation>事件类型 %1</translation>
    </message>
    <message>
        <source>elements that are not events</source>
        <translation>不是事件的元素</translation>
    </message>
    <message>
        <source>brackets between events</source>
        <translation>事件之间的括号</translation>
    </message>
    <message>
        <source>events that are not valid JSON</source>
        <translation>不是有效 JSON 的事件</translation>
    </message>
    <message>
        <source>events without a phase</source>
        <translation>没有阶段（phase）的事件</translation>
    </message>
    <message>
        <source>events of phase %1</source>
        <translation>阶段为 %1 的事件</translation>
    </message>
    <message>
        <source>events without a readable ts</source>
        <translation>没有可读 ts 的事件</translation>
    </message>
    <message>
        <source>events with a ts beyond 73 years</source>
        <translation>ts 超过 73 年的事件</translation>
    </message>
    <message>
        <source>kernels with time 0 and length 0</source>
        <translation>时间和长度都为 0 的 kernel</translation>
    </message>
    <message>
        <source>negative duration</source>
        <translation>负的时长</translation>
    </message>
    <message>
        <source>the duration is not a number</source>
        <translation>时长不是数字</translation>
    </message>
    <message>
        <source>the duration is missing</source>
        <translation>缺少时长</translation>
    </message>
    <message>
        <source>operators that were still running</source>
        <translation>仍在运行的算子</translation>
    </message>
    <message>
        <source>counter values that are lists or objects</source>
        <translation>是列表或对象的计数器值</translation>
    </message>
    <message>
        <source>counter values without a counter</source>
        <translation>没有计数器的计数器值</translation>
    </message>
    <message>
        <source>counter values</source>
        <translation>计数器值</translation>
    </message>
    <message>
        <source>counters without a value</source>
        <translation>没有值的计数器</translation>
    </message>
    <message>
        <source>memory dumps (v, V)</source>
        <translation>内存转储（v, V）</translation>
    </message>
    <message>
        <source>clock synchronization (c)</source>
        <translation>时钟同步（c）</translation>
    </message>
    <message>
        <source>contexts ((, ))</source>
        <translation>上下文（(, )）</translation>
    </message>
    <message>
        <source>linked ids (=)</source>
        <translation>关联的 id（=）</translation>
    </message>
    <message>
        <source>metadata %1</source>
        <translation>元数据 %1</translation>
    </message>
    <message>
        <source>The recorder&apos;s buffer overflowed: events are missing</source>
        <translation>录制器的缓冲区溢出：有事件缺失</translation>
    </message>
    <message>
        <source>arguments without quotes</source>
        <translation>没有引号的参数</translation>
    </message>
    <message>
        <source>arguments beyond the first 240 of an event</source>
        <translation>一个事件前 240 个之后的参数</translation>
    </message>
    <message>
        <source>text behind the end of the trace</source>
        <translation>跟踪结尾之后的文本</translation>
    </message>
    <message>
        <source>what stands beside the events</source>
        <translation>事件旁边的内容</translation>
    </message>
    <message>
        <source>launch arrows with one end; correlation ids link launches all the same</source>
        <translation>只有一端的启动箭头；correlation id 仍然关联各次启动</translation>
    </message>
    <message>
        <source>correlation ids that several calls have, where no arrow says whose they are</source>
        <translation>多个调用共用的 correlation id，且没有箭头说明归属</translation>
    </message>
    <message>
        <source>slices within others, with whose end they end</source>
        <translation>位于其他切片之内、随其一同结束的切片</translation>
    </message>
    <message>
        <source>a comma stands for the decimal point, as in the locale of the program that wrote them; they are read with a point</source>
        <translation>小数点写成了逗号（写入程序的区域设置所致），已按小数点读取</translation>
    </message>
    <message>
        <source>entries of the list of contexts and streams</source>
        <translation>上下文和流列表中的条目</translation>
    </message>
    <message>
        <source>half of them is missing</source>
        <translation>缺了一半</translation>
    </message>
    <message>
        <source>no event at an end</source>
        <translation>一端没有事件</translation>
    </message>
    <message>
        <source>outermost frames of very deep stacks</source>
        <translation>很深的调用栈的最外层栈帧</translation>
    </message>
    <message>
        <source>stack frames</source>
        <translation>栈帧</translation>
    </message>
    <message>
        <source>events without an end</source>
        <translation>没有结束的事件</translation>
    </message>
    <message>
        <source>an event without an end</source>
        <translation>没有结束的事件</translation>
    </message>
    <message>
        <source>events of very many MiB</source>
        <translation>很多 MiB 的事件</translation>
    </message>
    <message>
        <source>it ends in the middle</source>
        <translation>它在中途结束</translation>
    </message>
    <message>
        <source>track events</source>
        <translation>轨道事件 (track event)</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>packets</source>
        <translation>数据包</translation>
    </message>
    <message>
        <source>arrows</source>
        <translation>箭头</translation>
    </message>
    <message>
        <source>compressed packets</source>
        <translation>压缩的数据包</translation>
    </message>
    <message>
        <source>fields beside the packets</source>
        <translation>数据包旁边的字段</translation>
    </message>
    <message>
        <source>packets that were lost while tracing</source>
        <translation>跟踪时丢失的数据包</translation>
    </message>
    <message>
        <source>packets that rely on lost ones</source>
        <translation>依赖已丢失数据包的数据包</translation>
    </message>
    <message>
        <source>interned data %1</source>
        <translation>interned 数据 %1</translation>
    </message>
    <message>
        <source>counter events without a value</source>
        <translation>没有值的计数器事件</translation>
    </message>
    <message>
        <source>call stacks of track events</source>
        <translation>track event 的调用栈</translation>
    </message>
    <message>
        <source>ftrace events without content</source>
        <translation>没有内容的 ftrace 事件</translation>
    </message>
    <message>
        <source>kernels of GPU work</source>
        <translation>GPU 工作的 kernel</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>ids of GPU work</source>
        <translation>GPU 工作的 id</translation>
    </message>
    <message>
        <source>descriptions of GPU counters</source>
        <translation>GPU 计数器的描述</translation>
    </message>
    <message>
        <source>values of GPU counters</source>
        <translation>GPU 计数器的值</translation>
    </message>
    <message>
        <source>arguments of types that only their program knows</source>
        <translation>只有其程序才认识的类型的参数</translation>
    </message>
    <message>
        <source>times of clocks that no snapshot ties to the others; kept as they are</source>
        <translation>没有快照与其他时钟关联的时钟的时间；保持原样</translation>
    </message>
    <message>
        <source>inode maps</source>
        <translation>inode 映射</translation>
    </message>
    <message>
        <source>old Chrome events</source>
        <translation>旧的 Chrome 事件</translation>
    </message>
    <message>
        <source>system statistics</source>
        <translation>系统统计</translation>
    </message>
    <message>
        <source>process statistics</source>
        <translation>进程统计</translation>
    </message>
    <message>
        <source>ftrace statistics</source>
        <translation>ftrace 统计</translation>
    </message>
    <message>
        <source>heap profiles</source>
        <translation>堆分析</translation>
    </message>
    <message>
        <source>battery counters</source>
        <translation>电池计数器</translation>
    </message>
    <message>
        <source>Android logs</source>
        <translation>Android 日志</translation>
    </message>
    <message>
        <source>power rails</source>
        <translation>电源轨</translation>
    </message>
    <message>
        <source>triggers</source>
        <translation>触发器</translation>
    </message>
    <message>
        <source>package lists</source>
        <translation>软件包列表</translation>
    </message>
    <message>
        <source>Chrome metadata</source>
        <translation>Chrome 元数据</translation>
    </message>
    <message>
        <source>metatrace</source>
        <translation>metatrace</translation>
    </message>
    <message>
        <source>streamed samples</source>
        <translation>流式样本</translation>
    </message>
    <message>
        <source>heap graphs</source>
        <translation>堆图</translation>
    </message>
    <message>
        <source>graphics frames</source>
        <translation>图形帧</translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Vulkan memory</source>
        <translation>Vulkan 内存</translation>
    </message>
    <message>
        <source>GPU logs</source>
        <translation>GPU 日志</translation>
    </message>
    <message>
        <source>Vulkan calls</source>
        <translation>Vulkan 调用</translation>
    </message>
    <message>
        <source>perf samples</source>
        <translation>perf 样本</translation>
    </message>
    <message>
        <source>CPU facts</source>
        <translation>CPU 信息</translation>
    </message>
    <message>
        <source>memory maps</source>
        <translation>内存映射</translation>
    </message>
    <message>
        <source>display state</source>
        <translation>显示状态</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 内存</translation>
    </message>
    <message>
        <source>extension descriptors</source>
        <translation>扩展描述符</translation>
    </message>
    <message>
        <source>memory snapshots</source>
        <translation>内存快照</translation>
    </message>
    <message>
        <source>streamed allocations</source>
        <translation>流式分配</translation>
    </message>
    <message>
        <source>streamed frees</source>
        <translation>流式释放</translation>
    </message>
    <message>
        <source>frame timelines</source>
        <translation>帧时间线</translation>
    </message>
    <message>
        <source>energy estimates</source>
        <translation>能耗估计</translation>
    </message>
    <message>
        <source>state of the viewer</source>
        <translation>查看器状态</translation>
    </message>
    <message>
        <source>translation tables</source>
        <translation>转换表</translation>
    </message>
    <message>
        <source>game interventions</source>
        <translation>游戏干预</translation>
    </message>
    <message>
        <source>statistics atoms</source>
        <translation>统计原子</translation>
    </message>
    <message>
        <source>system properties</source>
        <translation>系统属性</translation>
    </message>
    <message>
        <source>network packets</source>
        <translation>网络数据包</translation>
    </message>
    <message>
        <source>residency of states</source>
        <translation>状态驻留时间</translation>
    </message>
    <message>
        <source>Windows events</source>
        <translation>Windows 事件</translation>
    </message>
    <message>
        <source>JavaScript code</source>
        <translation>JavaScript 代码</translation>
    </message>
    <message>
        <source>clocks of other machines</source>
        <translation>其他机器的时钟</translation>
    </message>
    <message>
        <source>clocks of other machines, which only their wall clocks tie to the first one&apos;s</source>
        <translation>其他机器的时钟，仅凭墙上时钟与第一台机器对齐</translation>
    </message>
    <message>
        <source>kernel task states</source>
        <translation>内核任务状态</translation>
    </message>
    <message>
        <source>CPU frequencies</source>
        <translation>CPU 频率</translation>
    </message>
    <message>
        <source>GPU facts</source>
        <translation>GPU 信息</translation>
    </message>
    <message>
        <source>GPU frequencies</source>
        <translation>GPU 频率</translation>
    </message>
    <message>
        <source>journal entries</source>
        <translation>日志条目</translation>
    </message>
    <message>
        <source>stack samples</source>
        <translation>栈样本</translation>
    </message>
    <message>
        <source>TracePacket field %1</source>
        <translation>TracePacket 字段 %1</translation>
    </message>
    <message>
        <source>track event of type %1</source>
        <translation>类型为 %1 的轨道事件</translation>
    </message>
    <message>
        <source>track event field %1</source>
        <translation>轨道事件字段 %1</translation>
    </message>
    <message>
        <source>ftrace %1</source>
        <translation>ftrace %1</translation>
    </message>
    <message>
        <source>first values of GPU counters, measured before the trace began</source>
        <translation>GPU 计数器的首个值，在跟踪开始前测得</translation>
    </message>
    <message>
        <source>arguments nested too deeply</source>
        <translation>嵌套过深的参数</translation>
    </message>
    <message>
        <source>more than 255 arguments of one event</source>
        <translation>单个事件超过 255 个参数</translation>
    </message>
    <message>
        <source>no end mark</source>
        <translation>没有结束标记</translation>
    </message>
    <message>
        <source>table of contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>header</source>
        <translation>头部</translation>
    </message>
    <message>
        <source>the chain of chunks breaks</source>
        <translation>数据块的链中断</translation>
    </message>
    <message>
        <source>string list</source>
        <translation>字符串列表</translation>
    </message>
    <message>
        <source>strings</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>thread names</source>
        <translation>线程名称</translation>
    </message>
    <message>
        <source>thread names and devices</source>
        <translation>线程名称和设备</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>found %1, announced %2</source>
        <translation>找到 %1，声明为 %2</translation>
    </message>
    <message>
        <source>block header fields</source>
        <translation>数据块头部的字段</translation>
    </message>
    <message>
        <source>session details</source>
        <translation>会话详情</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>results of ranges</source>
        <translation>range 的结果</translation>
    </message>
    <message>
        <source>block header</source>
        <translation>数据块头部</translation>
    </message>
    <message>
        <source>content of a block</source>
        <translation>数据块的内容</translation>
    </message>
    <message>
        <source>the trace is cut off</source>
        <translation>跟踪被截断</translation>
    </message>
    <message>
        <source>no packet begins here</source>
        <translation>此处没有数据包开始</translation>
    </message>
    <message>
        <source>a packet is longer than any can be</source>
        <translation>数据包长得不可能</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>cannot be unpacked</source>
        <translation>无法解压</translation>
    </message>
    <message>
        <source>field %1</source>
        <translation>字段 %1</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>id %1</translation>
    </message>
    <message>
        <source>id %1, start %2</source>
        <translation>id %1，开始于 %2</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1 (more than 256 MiB)</source>
        <translation>%1（超过 256 MiB）</translation>
    </message>
    <message>
        <source>in the same zip archive</source>
        <translation>在同一个 zip 压缩包中</translation>
    </message>
    <message>
        <source>%1 of %2 bytes are whole</source>
        <translation>%2 字节中有 %1 字节是完整的</translation>
    </message>
    <message>
        <source>track events of phase %1</source>
        <translation>阶段为 %1 的跟踪事件</translation>
    </message>
    <message>
        <source>ftrace event %1</source>
        <translation>ftrace 事件 %1</translation>
    </message>
    <message>
        <source>damaged part of the file</source>
        <translation>文件的损坏部分</translation>
    </message>
    <message>
        <source>rows of unknown kinds</source>
        <translation>未知种类的行</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>diagnostics</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>info</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>参数的形式</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>chain frames</source>
        <translation>调用链的帧</translation>
    </message>
    <message>
        <source>call chains</source>
        <translation>调用链</translation>
    </message>
    <message>
        <source>tracks</source>
        <translation>行</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>track order</source>
        <translation>行的顺序</translation>
    </message>
    <message>
        <source>flows</source>
        <translation>箭头</translation>
    </message>
    <message>
        <source>profiles of kernels</source>
        <translation>kernel 的测量结果</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>unreadable bytes</source>
        <translation>无法读取的字节</translation>
    </message>
    <message>
        <source>it ends without its end mark</source>
        <translation>它结束时没有结束标记</translation>
    </message>
    <message>
        <source>metrics of its kernels; they are there when the file is opened by itself</source>
        <translation>其 kernel 的指标；单独打开该文件时可以看到</translation>
    </message>
    <message>
        <source>%1 (no start time)</source>
        <translation>%1（没有开始时间）</translation>
    </message>
    <message>
        <source>%1 (too deep to be drawn)</source>
        <translation>%1（过深，无法绘制）</translation>
    </message>
    <message>
        <source>%1 (an end without a begin)</source>
        <translation>%1（有结束而没有开始）</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>%1 field %2</source>
        <translation>%1 的字段 %2</translation>
    </message>
    <message>
        <source>NVTX state of kernels</source>
        <translation>kernel 的 NVTX 状态</translation>
    </message>
    <message>
        <source>remarks about unknown places in the code</source>
        <translation>关于代码中未知位置的说明</translation>
    </message>
    <message>
        <source>charts and tables of sections, other than bars and rooflines</source>
        <translation>各部分中除条形图和 roofline 以外的图表和表格</translation>
    </message>
    <message>
        <source>further terms of a roofline&apos;s traffic</source>
        <translation>roofline 流量的其他项</translation>
    </message>
    <message>
        <source>thread time of track events</source>
        <translation>跟踪事件的线程时间</translation>
    </message>
    <message>
        <source>instruction counts of track events</source>
        <translation>跟踪事件的指令数</translation>
    </message>
    <message>
        <source>log messages of track events</source>
        <translation>跟踪事件的日志消息</translation>
    </message>
    <message>
        <source>screenshots of track events</source>
        <translation>跟踪事件的屏幕截图</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 is neither beside this program nor in ../lib/sightline. Without it nothing can be captured: install it again.</source>
        <translation>%1 既不在本程序旁边，也不在 ../lib/sightline 中。没有它就无法采集：请重新安装。</translation>
    </message>
    <message>
        <source>This build cannot capture: it was made without the headers of CUDA (CMake option SIGHTLINE_COLLECTORS).</source>
        <translation>此版本无法采集：构建时没有 CUDA 头文件（CMake 选项 SIGHTLINE_COLLECTORS）。</translation>
    </message>
    <message>
        <source>CUDA cannot be traced on this machine, NVTX can. Install the driver; in a container, give it the GPU (docker run --gpus all).</source>
        <translation>本机无法跟踪 CUDA，但可以跟踪 NVTX。请安装驱动；在容器中请把 GPU 交给容器（docker run --gpus all）。</translation>
    </message>
    <message>
        <source>not among the system&apos;s libraries</source>
        <translation>不在系统库中</translation>
    </message>
    <message>
        <source>Programs that bring their own, as PyTorch does, are traced anyway. For others, install CUPTI from the CUDA toolkit, or add its folder to LD_LIBRARY_PATH.</source>
        <translation>自带 CUPTI 的程序（如 PyTorch）仍可跟踪。其他程序请安装 CUDA 的 CUPTI，或把它所在的文件夹加入 LD_LIBRARY_PATH。</translation>
    </message>
    <message>
        <source>open to you</source>
        <translation>您可以使用</translation>
    </message>
    <message>
        <source>for administrators only</source>
        <translation>仅限管理员</translation>
    </message>
    <message>
        <source>Tracing does not need them. To open them: options nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d, then load the driver again.</source>
        <translation>跟踪不需要它们。如要开放：在 /etc/modprobe.d 中写入 options nvidia NVreg_RestrictProfilingToAdminUsers=0，然后重新加载驱动。</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver that reports them</source>
        <translation>没有 NVIDIA 驱动给出相关信息</translation>
    </message>
    <message>
        <source>See the driver.</source>
        <translation>请看驱动一项。</translation>
    </message>
    <message>
        <source>the kernel has none</source>
        <translation>内核不支持</translation>
    </message>
    <message>
        <source>perf_event_paranoid is %1</source>
        <translation>perf_event_paranoid 为 %1</translation>
    </message>
    <message>
        <source>-s and --cpuctxsw record nothing. To allow them: sysctl kernel.perf_event_paranoid=2; in a container, docker run --cap-add PERFMON and a seccomp profile that permits perf_event_open.</source>
        <translation>-s 和 --cpuctxsw 采集不到内容。要允许：sysctl kernel.perf_event_paranoid=2；在容器中使用 docker run --cap-add PERFMON 和允许 perf_event_open 的 seccomp 配置。</translation>
    </message>
    <message>
        <source>Samples hold the program&apos;s own part of the time, none in the kernel. To see both: sysctl kernel.perf_event_paranoid=1</source>
        <translation>样本只包含程序自身的时间，不含内核部分。要同时看到两者：sysctl kernel.perf_event_paranoid=1</translation>
    </message>
    <message>
        <source>Your own programs are sampled, others&apos; are not (system-wide). To allow that: sysctl kernel.perf_event_paranoid=0</source>
        <translation>会采样您自己的程序，不采样他人的程序（system-wide）。要允许：sysctl kernel.perf_event_paranoid=0</translation>
    </message>
    <message>
        <source>CPython 3.9 to 3.14, with a GIL</source>
        <translation>CPython 3.9 至 3.14（有 GIL）</translation>
    </message>
    <message>
        <source>processes may not read their own memory safely</source>
        <translation>进程无法安全地读取自己的内存</translation>
    </message>
    <message>
        <source>Stacks at CUDA launches are not affected. In a container, allow process_vm_readv (docker run --cap-add SYS_PTRACE).</source>
        <translation>CUDA 启动处的调用栈不受影响。在容器中请允许 process_vm_readv（docker run --cap-add SYS_PTRACE）。</translation>
    </message>
    <message>
        <source>Set TMPDIR to a folder that is yours.</source>
        <translation>请把 TMPDIR 设为您自己的文件夹。</translation>
    </message>
    <message>
        <source>Its free space is not known.</source>
        <translation>无法得知其可用空间。</translation>
    </message>
    <message>
        <source>%1 GB in %2, which is memory</source>
        <translation>%2 中有 %1 GB，但它是内存</translation>
    </message>
    <message>
        <source>%1 GB in %2</source>
        <translation>%2 中有 %1 GB</translation>
    </message>
    <message>
        <source>A busy program writes some 50 MB a second while it is captured: set TMPDIR to a folder on a larger disk.</source>
        <translation>繁忙的程序在采集时每秒约写入 50 MB：请把 TMPDIR 设为更大磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>There is no option %1. Did you mean %2?</source>
        <translation>没有选项 %1。您是指 %2 吗？</translation>
    </message>
    <message>
        <source>There is no option %1. sightline profile --help lists all.</source>
        <translation>没有选项 %1。sightline profile --help 会列出全部选项。</translation>
    </message>
    <message>
        <source>%1 does not belong to this command; it is one of sightline launch and start.</source>
        <translation>%1 不属于此命令；它属于 sightline launch 和 start。</translation>
    </message>
    <message>
        <source>%1 does not belong to this command; it is one of sightline profile and launch.</source>
        <translation>%1 不属于此命令；它属于 sightline profile 和 launch。</translation>
    </message>
    <message>
        <source>%1 does not belong to this command; it is one of sightline profile and start.</source>
        <translation>%1 不属于此命令；它属于 sightline profile 和 start。</translation>
    </message>
    <message>
        <source>%1 does not belong to this command; it is one of sightline profile.</source>
        <translation>%1 不属于此命令；它属于 sightline profile。</translation>
    </message>
    <message>
        <source>%1 needs a value: %2.</source>
        <translation>%1 需要一个值：%2。</translation>
    </message>
    <message>
        <source>%1 is given twice.</source>
        <translation>%1 给出了两次。</translation>
    </message>
    <message>
        <source>%1 is not captured by this version, and nothing else is to be traced.</source>
        <translation>此版本不采集 %1，而又没有别的内容要跟踪。</translation>
    </message>
    <message>
        <source>-t none leaves nothing to capture.</source>
        <translation>-t none 之后就没有可采集的内容了。</translation>
    </message>
    <message>
        <source>-c cudaProfilerApi needs cuda among what is traced (-t).</source>
        <translation>-c cudaProfilerApi 要求跟踪内容（-t）包含 cuda。</translation>
    </message>
    <message>
        <source>--python-functions-trace needs nvtx among what is traced (-t).</source>
        <translation>--python-functions-trace 需要跟踪内容（-t）中包含 nvtx。</translation>
    </message>
    <message>
        <source>--pytorch needs nvtx among what is traced (-t).</source>
        <translation>--pytorch 需要跟踪内容（-t）中包含 nvtx。</translation>
    </message>
    <message>
        <source>--python-backtrace=cuda needs cuda among what is traced (-t).</source>
        <translation>--python-backtrace=cuda 需要跟踪内容（-t）中包含 cuda。</translation>
    </message>
    <message>
        <source>--cudabacktrace needs cuda among what is traced (-t).</source>
        <translation>--cudabacktrace 需要在跟踪内容（-t）中包含 cuda。</translation>
    </message>
    <message>
        <source>there is no file “%1” that can be read</source>
        <translation>没有可以读取的文件“%1”</translation>
    </message>
    <message>
        <source>“%1” cannot be used: it is no JSON from line %2 on</source>
        <translation>“%1”无法使用：从第 %2 行起不是 JSON</translation>
    </message>
    <message>
        <source>“%1” cannot be used: it is no list</source>
        <translation>“%1”无法使用：它不是列表</translation>
    </message>
    <message>
        <source>“%1” cannot be used: it begins with a byte order mark</source>
        <translation>“%1”无法使用：它以字节顺序标记（BOM）开头</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 has functions that are no list of names</source>
        <translation>“%1”无法使用：第 %2 项的 functions 不是名称列表</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 has a module that is no text</source>
        <translation>“%1”无法使用：第 %2 项的 module 不是文本</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 has a domain that is no text</source>
        <translation>“%1” 无法使用：第 %2 项的 domain 不是文本</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 has a category that is no text</source>
        <translation>“%1” 无法使用：第 %2 项的 category 不是文本</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 has a color that is neither a name, as red, nor six hexadecimal digits</source>
        <translation>“%1” 无法使用：第 %2 项的 color 既不是颜色名（如 red），也不是六位十六进制数</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 has no functions</source>
        <translation>“%1” 无法使用：第 %2 项没有函数</translation>
    </message>
    <message>
        <source>“%1” cannot be used: it names no module</source>
        <translation>“%1” 无法使用：其中没有模块</translation>
    </message>
    <message>
        <source>“%1” cannot be used: its entry %2 is no object</source>
        <translation>“%1”无法使用：第 %2 项不是对象</translation>
    </message>
    <message>
        <source>-c nvtx needs nvtx among what is traced (-t).</source>
        <translation>-c nvtx 要求跟踪内容（-t）包含 nvtx。</translation>
    </message>
    <message>
        <source>-c nvtx needs the name of the range: -p RANGE.</source>
        <translation>-c nvtx 需要范围的名称：-p RANGE。</translation>
    </message>
    <message>
        <source>-p has a meaning with -c nvtx only.</source>
        <translation>-p 只在使用 -c nvtx 时有意义。</translation>
    </message>
    <message>
        <source>The end of a range means nothing without one: add -c cudaProfilerApi or -c nvtx.</source>
        <translation>没有范围就谈不上范围的结束：请加上 -c cudaProfilerApi 或 -c nvtx。</translation>
    </message>
    <message>
        <source>The capture begins with a range (-c) or after a time (-y), not both.</source>
        <translation>采集要么随范围开始（-c），要么在一段时间后开始（-y），不能两者都要。</translation>
    </message>
    <message>
        <source>-x false needs a duration (-d), or the capture would never end.</source>
        <translation>-x false 需要时长（-d），否则采集不会结束。</translation>
    </message>
    <message>
        <source>Only one of %1 and %2 can be given.</source>
        <translation>%1 和 %2 只能取其一。</translation>
    </message>
    <message>
        <source>What is to be run? The program and its arguments stand behind the options.</source>
        <translation>要运行什么？程序及其参数写在选项之后。</translation>
    </message>
    <message>
        <source>“%1” is none of %2</source>
        <translation>“%1” 不是 %2 之一</translation>
    </message>
    <message>
        <source>“%1” is no time; write seconds (10, 0.5) or a unit (300ms)</source>
        <translation>“%1” 不是时间；请写秒数（10、0.5）或带单位（300ms）</translation>
    </message>
    <message>
        <source>“%1” is not a size; write bytes, or a unit (500M, 20G)</source>
        <translation>“%1” 不是大小；请写字节数，或 500M、20G</translation>
    </message>
    <message>
        <source>“%1” cannot be traced; there are %2</source>
        <translation>无法跟踪“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>“%1” is not a number from %2 to %3</source>
        <translation>“%1”不是 %2 到 %3 之间的数</translation>
    </message>
    <message>
        <source>“%1” is not a GPU number; write all, none, or numbers separated by commas</source>
        <translation>“%1”不是 GPU 编号；请写 all、none 或用逗号分隔的编号</translation>
    </message>
    <message>
        <source>--kernel-metrics needs cuda among what is traced (-t).</source>
        <translation>--kernel-metrics 需要跟踪内容（-t）中包含 cuda。</translation>
    </message>
    <message>
        <source>The session looks at the machine already, in another way; begin another one with --session-new.</source>
        <translation>该会话已在以另一种方式观察这台机器；请用 --session-new 开始另一个会话。</translation>
    </message>
    <message>
        <source>a hotkey needs a window of the program; use -c cudaProfilerApi or -c nvtx, or sightline launch with start and stop</source>
        <translation>热键需要程序有窗口；请用 -c cudaProfilerApi 或 -c nvtx，或用 sightline launch 加 start 和 stop</translation>
    </message>
    <message>
        <source>repeat-shutdown needs a number: repeat-shutdown:3</source>
        <translation>repeat-shutdown 需要一个数：repeat-shutdown:3</translation>
    </message>
    <message>
        <source>“%1” is not of the form NAME=value</source>
        <translation>“%1” 不是 NAME=value 的形式</translation>
    </message>
    <message>
        <source>a report cannot be exported as “%1”; there are sqlite, json, csv, chrome</source>
        <translation>报告不能导出为 “%1”；可选 sqlite、json、csv、chrome</translation>
    </message>
    <message>
        <source>“%1” is no name of a session: it begins with a letter and has at most 200 characters</source>
        <translation>“%1” 不能作会话名：应以字母开头，且不超过 200 个字符</translation>
    </message>
    <message>
        <source>only one of %1 and %2 can be given</source>
        <translation>%1 和 %2 只能取其一</translation>
    </message>
    <message>
        <source>it is too long, or contains a line break</source>
        <translation>内容过长，或含有换行</translation>
    </message>
    <message>
        <source>this version does not write %1; there are sqlite, json, csv, chrome</source>
        <translation>此版本不写 %1；可用的有 sqlite、json、csv、chrome</translation>
    </message>
    <message>
        <source>%1 is more than this version does; %2 counts</source>
        <translation>%1 超出此版本的上限；按 %2 处理</translation>
    </message>
    <message>
        <source>all GPUs are sampled equally often, at the highest of the frequencies</source>
        <translation>所有 GPU 以相同的频率采样，取其中最高的一个</translation>
    </message>
    <message>
        <source>this version does not have the set “%1”; its own one, general, is used</source>
        <translation>此版本没有指标集“%1”；改用自带的 general</translation>
    </message>
    <message>
        <source>this version does not read branch records; frame pointers are used</source>
        <translation>此版本不读取分支记录；改用帧指针</translation>
    </message>
    <message>
        <source>there are general, full, light, and names of metrics with commas</source>
        <translation>可用的有 general、full、light，以及用逗号分隔的指标名</translation>
    </message>
    <message>
        <source>%1 is listed twice, and has one range for each call.</source>
        <translation>%1 列出了两次，每次调用只有一个范围。</translation>
    </message>
    <message>
        <source>Functions of __main__ cannot have ranges: they are made while it runs. Import them from a module of their own.</source>
        <translation>__main__ 的函数不能有范围：它们在运行时才生成。请把它们放入单独的模块再导入。</translation>
    </message>
    <message>
        <source>%1 is not set, and nothing stands for it in the name of the report: %2</source>
        <translation>未设置 %1，报告名中它的位置为空：%2</translation>
    </message>
    <message>
        <source>%1 is not set and is left out of the session&apos;s name: %2</source>
        <translation>未设置 %1，会话名中它的位置为空：%2</translation>
    </message>
    <message>
        <source>Reports of Sightline end in .rep, not in %1: this one is %2</source>
        <translation>Sightline 的报告以 .rep 结尾，而不是 %1：这一份是 %2</translation>
    </message>
    <message>
        <source>A session %1 is running already.</source>
        <translation>会话 %1 已在运行。</translation>
    </message>
    <message>
        <source>The session %1 is going to write %2. Name another file with -o.</source>
        <translation>会话 %1 将写入 %2。请用 -o 指定另一个文件。</translation>
    </message>
    <message>
        <source>There is no folder %1 for the report. Create it, or name another one with -o.</source>
        <translation>没有用于存放报告的文件夹 %1。请创建它，或用 -o 指定别处。</translation>
    </message>
    <message>
        <source>No report can be written into %1: %2. Name another folder with -o.</source>
        <translation>无法在 %1 中写入报告：%2。请用 -o 指定另一个文件夹。</translation>
    </message>
    <message>
        <source>%1 is no folder</source>
        <translation>%1 不是文件夹</translation>
    </message>
    <message>
        <source>%1 is there already, and was left as it is. Name another one with -o, or replace it with -f true.</source>
        <translation>%1 已存在，保持原样。请用 -o 指定别的文件，或用 -f true 替换它。</translation>
    </message>
    <message>
        <source>The name %1 is too long for a file. Name another one with -o.</source>
        <translation>名称 %1 过长，不能用作文件名。请用 -o 指定另一个。</translation>
    </message>
    <message>
        <source>%1 is a link to something that is not there. Name another file with -o.</source>
        <translation>%1 是一个链接，其目标不存在。请用 -o 指定另一个文件。</translation>
    </message>
    <message>
        <source>%1 is a folder. Name a file with -o.</source>
        <translation>%1 是一个文件夹。请用 -o 指定一个文件。</translation>
    </message>
    <message>
        <source>%1 is no file that can hold a report. Name another one with -o.</source>
        <translation>%1 不是可以存放报告的文件。请用 -o 指定另一个。</translation>
    </message>
    <message>
        <source>There is no program %1. Check its name and the PATH.</source>
        <translation>没有程序 %1。请检查它的名称和 PATH。</translation>
    </message>
    <message>
        <source>%1 cannot be run: %2.</source>
        <translation>%1 无法运行：%2。</translation>
    </message>
    <message>
        <source>No session can be opened in %1: %2.</source>
        <translation>无法在 %1 中建立会话：%2。</translation>
    </message>
    <message>
        <source>The capture was cancelled; there is no report.</source>
        <translation>采集已取消，没有报告。</translation>
    </message>
    <message>
        <source>Nothing was captured: no sightline start came.</source>
        <translation>什么都没有采集到：没有收到 sightline start。</translation>
    </message>
    <message>
        <source>Writing the report was interrupted.</source>
        <translation>写入报告时被中断。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln records were dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less.</source>
        <translation>
            <numerusform>有 %Ln 条记录被丢弃；报告中说明了种类。请为采集留出更多空间（TMPDIR），或减少跟踪内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln records were dropped; the report says of which kind. Trace less, or for a shorter time.</source>
        <translation>
            <numerusform>丢失了 %Ln 条记录；报告中说明了是哪一类。请减少跟踪内容，或缩短时间。</numerusform>
        </translation>
    </message>
    <message>
        <source>The program is already running and does not watch for that range. Give -c (and -p) to sightline launch.</source>
        <translation>程序已在运行，不会寻找该范围。请把 -c（和 -p）交给 sightline launch。</translation>
    </message>
    <message>
        <source>The session already traces something else; start another one with --session-new.</source>
        <translation>会话已在跟踪别的内容；请用 --session-new 另建一个。</translation>
    </message>
    <message>
        <source>The session is there already: give -c to sightline start.</source>
        <translation>会话已经存在：请把 -c 交给 sightline start。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Check the free space and your rights in that folder, or choose another place.</source>
        <translation>无法写入 %1：%2。请检查可用空间和该文件夹的权限，或选择其他位置。</translation>
    </message>
    <message>
        <source>What was captured is kept in %1. To try again: %2</source>
        <translation>采集到的内容保存在 %1 中。再试一次：%2</translation>
    </message>
    <message>
        <source>No report was written.</source>
        <translation>没有写出报告。</translation>
    </message>
    <message>
        <source>Not captured by this version: %1.</source>
        <translation>此版本不采集：%1。</translation>
    </message>
    <message>
        <source>%1 has no effect without %2.</source>
        <translation>没有 %2 时，%1 不起作用。</translation>
    </message>
    <message>
        <source>The program is still running (process %1): the signal did not end it.</source>
        <translation>程序仍在运行（进程 %1）：信号没有使它结束。</translation>
    </message>
    <message>
        <source>The program has ended; its children go on and are waited for (%1). --wait=primary does not wait; Ctrl+C ends them.</source>
        <translation>程序已结束；它的子进程仍在运行，正在等待它们（%1）。--wait=primary 不等待；Ctrl+C 会结束它们。</translation>
    </message>
    <message>
        <source>The capture ends here and the program goes on: %1.</source>
        <translation>采集到此结束，程序继续运行：%1。</translation>
    </message>
    <message>
        <source>%1 GB were captured, more than --max-size allows: the capture had ended before the limit was noticed.</source>
        <translation>采集到的数据有 %1 GB，超过 --max-size 允许的大小：在发现之前采集就已结束。</translation>
    </message>
    <message>
        <source>The session is ending.</source>
        <translation>会话正在结束。</translation>
    </message>
    <message>
        <source>A capture is running already; stop or cancel it first.</source>
        <translation>已有采集在进行；请先停止或取消它。</translation>
    </message>
    <message>
        <source>The report of the previous capture is still being written.</source>
        <translation>上一次采集的报告还在写入。</translation>
    </message>
    <message>
        <source>Nothing is being captured.</source>
        <translation>当前没有在采集。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>start takes no program; what is “%1”?</source>
        <translation>start 不接受程序；“%1”是什么？</translation>
    </message>
    <message>
        <source>it needs a name</source>
        <translation>它需要一个名称</translation>
    </message>
    <message>
        <source>%1 is %2 in A and %3 in B.</source>
        <translation>%1 在 A 中是 %2，在 B 中是 %3。</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Only %1 holds %2: they are not compared.</source>
        <translation>只有 %1 有%2：不作比较。</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>copies and memsets</source>
        <translation>拷贝和内存设置</translation>
    </message>
    <message>
        <source>calls of the CUDA API</source>
        <translation>CUDA API 调用</translation>
    </message>
    <message>
        <source>ranges</source>
        <translation>range</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>A and B have no API calls in common, as is the case for CUDA and HIP: their calls are not compared.</source>
        <translation>A 和 B 没有共同的 API 调用，例如 CUDA 与 HIP：不比较它们的调用。</translation>
    </message>
    <message>
        <source>Ranks: %1 in A, %2 in B.</source>
        <translation>rank：A 中 %1 个，B 中 %2 个。</translation>
    </message>
    <message>
        <source>Steps are called “%1” in A and “%2” in B: they are taken for the same, the n-th for the n-th.</source>
        <translation>step 在 A 中名为“%1”，在 B 中名为“%2”：视为相同，第 n 个对第 n 个。</translation>
    </message>
    <message>
        <source>Both reports are empty: they hold no events, and there is nothing to compare.</source>
        <translation>两份报告都是空的：其中没有事件，无可比较。</translation>
    </message>
    <message>
        <source>%1 is empty: it holds no events, and there is nothing to compare.</source>
        <translation>%1 是空的：其中没有事件，无可比较。</translation>
    </message>
    <message>
        <source>Compared by step (%1): %2 in A, %3 in B. Times and numbers are medians of them.</source>
        <translation>按 step（%1）比较：A 中 %2 个，B 中 %3 个。时间和数量均为其中位数。</translation>
    </message>
    <message>
        <source>Compared by repetition, from one begin of “%1” to the next: %2 in A, %3 in B. Times and numbers are medians of them.</source>
        <translation>按重复段比较，从一次“%1”的开始到下一次：A 中 %2 个，B 中 %3 个。时间和数量均为其中位数。</translation>
    </message>
    <message>
        <source>Whole reports are compared: a longer one has more of everything, and no spread is known.</source>
        <translation>比较的是整个报告：更长的一个什么都更多，离散程度未知。</translation>
    </message>
    <message>
        <source>No step of A has the name of one of B, “%1” is one in A and “%2” in B: the n-th is laid on the n-th.</source>
        <translation>A 的 step 与 B 的 step 没有同名的（A 中如“%1”，B 中如“%2”）：第 n 个对齐第 n 个。</translation>
    </message>
    <message>
        <source>Fewer than three repetitions have no known spread: differences in time are not judged.</source>
        <translation>不足三次重复看不出离散程度：不判断时间差异。</translation>
    </message>
    <message>
        <source>The first steps take 20 % longer than the median in %1, or more, and are not left out as warm-up: of one report fewer than three would be left.</source>
        <translation>%1 的前几个 step 比中位数长 20 % 或更多，但没有作为预热排除：否则其中一个报告将剩下不足三个。</translation>
    </message>
    <message>
        <source>The first steps are left out of both reports as warm-up, %1 of A and %2 of B (%3): in %4 they take 20 % longer than the median, or more.</source>
        <translation>两个报告的前几个 step 都作为预热排除，A 排除 %1 个，B 排除 %2 个（%3）：在 %4 中它们比中位数长 20 % 或更多。</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A 和 B</translation>
    </message>
    <message>
        <source>%2 of %3 kernels of %1 have no launch in the report, as happens at the edge of a capture; they are left out and do not count as a difference.</source>
        <translation>%1 的 %3 个 kernel 中有 %2 个在报告中没有启动调用，例如在采集的边缘：它们被略去，不算差异。</translation>
    </message>
    <message>
        <source>A repetition runs the same kernels in both (%1, of %2 names), and they are as fast: what differs is not their work.</source>
        <translation>两者的一次重复运行相同的 kernel（%1 个，%2 种名称），并且一样快：差别不在它们的工作。</translation>
    </message>
    <message>
        <source>A repetition runs the same kernels in both: %1, of %2 names.</source>
        <translation>两者的一次重复运行相同的 kernel：%1 个，%2 种名称。</translation>
    </message>
    <message>
        <source>“%1” has other template arguments or parameters in B: both are taken for the same kernel.</source>
        <translation>“%1”在 B 中的模板参数或形参不同：两者视为同一个 kernel。</translation>
    </message>
    <message>
        <source>Nothing changed that can be judged without a spread.</source>
        <translation>没有不借助离散范围就能判断的变化。</translation>
    </message>
    <message>
        <source>No change beyond the spread is large enough to be listed here; the tables have all of them.</source>
        <translation>超出离散范围的变化都不够大，未列在此处：请见各表。</translation>
    </message>
    <message>
        <source>Nothing changed beyond the spread by more than 2 %.</source>
        <translation>没有超出离散范围且大于 2 % 的变化。</translation>
    </message>
    <message>
        <source>%1: a repetition takes %2 in A and %3 in B (%4), which is within the spread.</source>
        <translation>%1：一次重复在 A 中用时 %2，在 B 中 %3（%4），在离散范围之内。</translation>
    </message>
    <message>
        <source>%1: a repetition takes %2 in A and %3 in B (%4), about the same; the spread is unknown.</source>
        <translation>%1：一次重复在 A 中用 %2，在 B 中用 %3（%4），大致相同；离散范围未知。</translation>
    </message>
    <message>
        <source>%1: a repetition takes %2 in A and %3 in B (%4): as fast to within 2 %.</source>
        <translation>%1：一次重复在 A 中用 %2，在 B 中用 %3（%4）：快慢相差不到 2 %。</translation>
    </message>
    <message>
        <source>%1: a repetition takes %2 in A and %3 in B (%4); whether that is more than chance is not known.</source>
        <translation>%1：一次重复在 A 中用时 %2，在 B 中 %3（%4）；是否超出偶然尚不可知。</translation>
    </message>
    <message>
        <source>%1: a repetition takes %2 in A and %3 in B (%4).</source>
        <translation>%1：一次重复在 A 中用时 %2，在 B 中 %3（%4）。</translation>
    </message>
    <message>
        <source>%1 does nothing for %2 of a repetition in A and %3 in B (%4).</source>
        <translation>%1 在一次重复中空闲，A 中 %2，B 中 %3（%4）。</translation>
    </message>
    <message>
        <source>Only in %1 is a rank late to communication: others wait for %2 (%3 per repetition on average).</source>
        <translation>只有在 %1 中有 rank 在通信时迟到：其他 rank 等待 %2（平均每次重复 %3）。</translation>
    </message>
    <message>
        <source>Another rank comes late to communication: others wait for %1 in A (%2 a repetition on average) and for %3 in B (%4).</source>
        <translation>通信中迟到的 rank 换了：A 中其他 rank 等待 %1（平均每次重复 %2），B 中等待 %3（%4）。</translation>
    </message>
    <message>
        <source>Another rank comes late to communication: others wait for %1 in A (%2 a repetition on average) and for %3 in B (%4). The transfer itself is no slower: the fastest tenth takes %5 and %6.</source>
        <translation>通信中迟到的 rank 换了：A 中其他 rank 等待 %1（平均每次重复 %2），B 中等待 %3（%4）。传输本身并没有变慢：最快的十分之一用时 %5 和 %6。</translation>
    </message>
    <message>
        <source>Kernels were fused, %1 × per repetition: %2 became %3 (%4 → %5).</source>
        <translation>kernel 被融合，每次重复 %1 ×：%2 变为 %3（%4 → %5）。</translation>
    </message>
    <message>
        <source>Kernels were fused, %1 × in the whole report: %2 became %3 (%4 → %5).</source>
        <translation>kernel 被融合，整份报告中 %1 次：%2 变为 %3（%4 → %5）。</translation>
    </message>
    <message>
        <source>Kernels were replaced, %1 × per repetition: %2 became %3 (%4 → %5).</source>
        <translation>kernel 被替换，每次重复 %1 ×：%2 变为 %3（%4 → %5）。</translation>
    </message>
    <message>
        <source>Kernels were replaced, %1 × in the whole report: %2 became %3 (%4 → %5).</source>
        <translation>kernel 被替换，整份报告中 %1 次：%2 变为 %3（%4 → %5）。</translation>
    </message>
    <message>
        <source>“%1” takes %2 of a repetition in A and %3 in B (%4); the fastest tenth is about the same (%5, %6), so the difference is waiting for other ranks, not the transfer.</source>
        <translation>“%1”在一次重复中用时 A 中 %2，B 中 %3（%4）；最快的十分之一相同（%5、%6），因此是在等待其他 rank，而不是传输变慢。</translation>
    </message>
    <message>
        <source>“%1” is slower: %2 per repetition in A, %3 in B (%4).</source>
        <translation>“%1”变慢：每次重复 A 中 %2，B 中 %3（%4）。</translation>
    </message>
    <message>
        <source>“%1” is faster: %2 per repetition in A, %3 in B (%4).</source>
        <translation>“%1”变快：每次重复 A 中 %2，B 中 %3（%4）。</translation>
    </message>
    <message>
        <source>Kernels together keep a GPU busy for %1 of a repetition in A and %2 in B (%3).</source>
        <translation>所有 kernel 合计使 GPU 在每次重复中忙碌 A：%1，B：%2（%3）。</translation>
    </message>
    <message>
        <source>Kernels together keep a GPU busy for %1 of a repetition in A and %2 in B (%3); no single kernel accounts for most of that.</source>
        <translation>所有 kernel 合计使 GPU 在一次重复中忙碌 A 中 %1，B 中 %2（%3）；其中大部分不在任何单个 kernel 上。</translation>
    </message>
    <message>
        <source>Beside what was replaced, “%1” runs %2 × per repetition in A and %3 × in B (%4 → %5).</source>
        <translation>除被替换的之外，“%1”每次重复在 A 中运行 %2 次，在 B 中运行 %3 次（%4 → %5）。</translation>
    </message>
    <message>
        <source>Beside what was replaced, “%1” runs %2 × in the whole of A and %3 × in the whole of B (%4 → %5).</source>
        <translation>除被替换的之外，“%1”在整个 A 中运行 %2 次，在整个 B 中运行 %3 次（%4 → %5）。</translation>
    </message>
    <message>
        <source>Only B has “%1”: %3 per repetition, %5.</source>
        <translation>只有 B 有“%1”：每次重复 %3 个，%5。</translation>
    </message>
    <message>
        <source>Only B has “%1”: %3 in the whole report, %5.</source>
        <translation>只有 B 有“%1”：整份报告中 %3 次，%5。</translation>
    </message>
    <message>
        <source>Only A has “%1”: %2 per repetition, %4.</source>
        <translation>只有 A 有“%1”：每次重复 %2 个，%4。</translation>
    </message>
    <message>
        <source>Only A has “%1”: %2 in the whole report, %4.</source>
        <translation>只有 A 有“%1”：整份报告中 %2 次，%4。</translation>
    </message>
    <message>
        <source>“%1” comes more often: %2 per repetition in A, %3 in B (%4 → %5).</source>
        <translation>“%1”次数更多：每次重复 A 中 %2，B 中 %3（%4 → %5）。</translation>
    </message>
    <message>
        <source>“%1” comes more often: %2 in the whole of A, %3 in the whole of B (%4 → %5).</source>
        <translation>“%1”更频繁：整个 A 中 %2 次，整个 B 中 %3 次（%4 → %5）。</translation>
    </message>
    <message>
        <source>“%1” comes less often: %2 per repetition in A, %3 in B (%4 → %5).</source>
        <translation>“%1”次数更少：每次重复 A 中 %2，B 中 %3（%4 → %5）。</translation>
    </message>
    <message>
        <source>“%1” comes less often: %2 in the whole of A, %3 in the whole of B (%4 → %5).</source>
        <translation>“%1”更少：整个 A 中 %2 次，整个 B 中 %3 次（%4 → %5）。</translation>
    </message>
    <message>
        <source>On the CPU, “%1” itself, without what it calls, takes %2 of a repetition in A and %3 in B (%4).</source>
        <translation>在 CPU 上，“%1”自身（不含其调用）在一次重复中用时 A 中 %2，B 中 %3（%4）。</translation>
    </message>
    <message>
        <source>On the CPU, calls of %1 take %2 of a repetition in A and %3 in B (%4).</source>
        <translation>在 CPU 上，对 %1 的调用在一次重复中用时 A 中 %2，B 中 %3（%4）。</translation>
    </message>
    <message>
        <source>On the CPU, calls of %1 take %2 of a repetition in A and %3 in B (%4); one call %5 and %6.</source>
        <translation>在 CPU 上，对 %1 的调用在一次重复中用时 A 中 %2，B 中 %3（%4）；单次调用为 %5 和 %6。</translation>
    </message>
    <message>
        <source>%1 has no range “%3” number %2, counted from 1.</source>
        <translation>%1 中没有第 %2 个（从 1 数起）范围“%3”。</translation>
    </message>
    <message>
        <source>%1 has no event “%3” number %2, counted from 1.</source>
        <translation>%1 中没有第 %2 个（从 1 数起）事件“%3”。</translation>
    </message>
    <message>
        <source>There is no step number %1, counted from 1: the reports have %2 whole ones in common.</source>
        <translation>没有第 %1 个（从 1 数起）step：两份报告共有 %2 个完整的 step。</translation>
    </message>
    <message>
        <source>%1 holds no steps.</source>
        <translation>%1 中没有 step。</translation>
    </message>
    <message>
        <source>%1 holds no kernels.</source>
        <translation>%1 没有任何 kernel。</translation>
    </message>
    <message>
        <source>%1 holds no events.</source>
        <translation>%1 没有任何事件。</translation>
    </message>
    <message>
        <source>%1 does not record the wall-clock time.</source>
        <translation>%1 没有说明当时的挂钟时间。</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1 of rank %2</source>
        <translation>rank %2 的 GPU %1</translation>
    </message>
    <message>
        <source>%1 × GPU</source>
        <translation>%1 × GPU</translation>
    </message>
    <message>
        <source>from 0</source>
        <translation>从 0 开始</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Resolve these first: other advice depends on the quality of the measurement, and says so where it does.</source>
        <translation>请先解决这些问题：其他建议以测量为依据，受影响的建议会注明。</translation>
    </message>
    <message>
        <source>Nothing about the measurement is doubtful.</source>
        <translation>测量没有可疑之处。</translation>
    </message>
    <message>
        <source>The driver copies pageable memory through a buffer of its own, and the call may not return before that is done: it is not asynchronous. Allocate the host memory pinned (cudaMallocHost; pin_memory=True for a DataLoader of PyTorch).</source>
        <translation>驱动程序会经由自己的缓冲区拷贝可分页内存，调用可能要等拷贝完成才返回，因此并不是异步的。请将主机内存分配为锁页内存（cudaMallocHost；PyTorch 的 DataLoader 使用 pin_memory=True）。</translation>
    </message>
    <message>
        <source>No asynchronous copy of pageable memory was found.</source>
        <translation>未发现可分页内存的异步拷贝。</translation>
    </message>
    <message>
        <source>The thread does nothing until such a copy has ended. Use cudaMemcpyAsync with pinned memory on a stream of its own, so that the copy runs beside kernels (non_blocking=True in PyTorch).</source>
        <translation>线程在此类拷贝结束之前什么也不做。请在单独的 stream 上对锁页内存使用 cudaMemcpyAsync，使拷贝与 kernel 并行（PyTorch 中为 non_blocking=True）。</translation>
    </message>
    <message>
        <source>No synchronous copy between host and device was found.</source>
        <translation>未发现主机与设备间的同步拷贝。</translation>
    </message>
    <message>
        <source>A memset of device memory returns at once; one of pinned or managed memory does not. Use cudaMemsetAsync.</source>
        <translation>对设备内存的内存设置会立即返回，对锁页内存或 managed 内存则不会。请使用 cudaMemsetAsync。</translation>
    </message>
    <message>
        <source>No memset that blocks a thread was found.</source>
        <translation>未发现阻塞线程的内存设置。</translation>
    </message>
    <message>
        <source>A waiting thread launches nothing, so the GPU runs out of work after the wait. Remove unnecessary waits (in PyTorch, .item(), .cpu() and printing a tensor wait, too), or let streams wait for events instead (cudaStreamWaitEvent).</source>
        <translation>线程等待时不会发起新的 launch，等待结束后 GPU 便无事可做。请去掉不必要的等待（PyTorch 中的 .item()、.cpu() 以及打印 tensor 也会等待），或改为让 stream 等待 event（cudaStreamWaitEvent）。</translation>
    </message>
    <message>
        <source>No call that waits for the GPU was found.</source>
        <translation>未发现等待 GPU 的调用。</translation>
    </message>
    <message>
        <source>The GPU waits for the CPU. Look at what the threads of the process do in that time: loading data, compiling, waiting for others.</source>
        <translation>GPU 在等待 CPU。请查看该进程的线程在此期间做什么：加载数据、编译、等待其他进程。</translation>
    </message>
    <message>
        <source>No gap of that length was found.</source>
        <translation>未发现这么长的间隙。</translation>
    </message>
    <message>
        <source>Short kernels with gaps between them, or waiting, leave a GPU unused. Launch less often (larger batches, fused kernels, CUDA Graphs) or from more streams.</source>
        <translation>带有间隙的短 kernel 或等待会使 GPU 闲置。请减少 launch 次数（更大的 batch、融合 kernel、CUDA Graph），或使用更多 stream。</translation>
    </message>
    <message>
        <source>Every process used its GPUs more than that throughout.</source>
        <translation>每个进程始终以高于该比例的时间使用其 GPU。</translation>
    </message>
    <message>
        <source>While the thread waited, it could not launch work ahead, so the GPU was idle when the wait ended. Remove the wait, or move it later: in PyTorch, .item(), .cpu(), nonzero() and printing a tensor wait; read the results of a step one step later.</source>
        <translation>线程在等待期间没有提前发起 launch，因此等待结束时 GPU 无事可做。请去掉该等待，或推迟等待：PyTorch 中的 .item()、.cpu()、nonzero() 以及打印 tensor 都会等待；一个 step 的结果可以推迟一个 step 再读取。</translation>
    </message>
    <message>
        <source>No wait was followed by an idle GPU.</source>
        <translation>没有等待之后 GPU 空闲的情况。</translation>
    </message>
    <message>
        <source>From the end of the work that was waited for to the next work on the GPU. Without the wait, launches would come earlier; the CPU may still need some of that time.</source>
        <translation>从所等待的工作结束到 GPU 上的下一项工作。去掉等待后，launch 会更早；但其中一部分时间 CPU 可能仍然需要。</translation>
    </message>
    <message>
        <source>Python and the framework take longer to launch work than the GPU takes to run it. torch.compile or CUDA graphs remove both costs; larger batches, fused optimizers (fused=True, foreach) and less work between launches help, too. Threads of one process share Python&apos;s lock: load data in separate processes.</source>
        <translation>Python 和框架自身发起 launch 所需的时间比 GPU 计算所需的时间更长。torch.compile 或 CUDA Graph 可以同时消除两者的开销；更大的 batch、融合优化器（fused=True、foreach）以及减少 launch 之间的工作也有帮助。同一进程的线程共用 Python 的 GIL：请用进程加载数据。</translation>
    </message>
    <message>
        <source>GPUs seldom wait for Python or operators.</source>
        <translation>GPU 很少等待 Python 或算子。</translation>
    </message>
    <message>
        <source>Sum over the gaps of the GPU: from the start of the gap to the call that launched the next work, counting the time that its thread spent in Python or operators and not in a CUDA call.</source>
        <translation>对 GPU 的各个间隙求和：从间隙开始到发起下一项工作的调用，仅计其线程处于 Python 或算子中且不在 CUDA 调用中的时间。</translation>
    </message>
    <message>
        <source>The next batch is not there when the GPU is ready. Load with more workers (num_workers, persistent_workers=True, prefetch_factor), pin the memory, decode less or on the GPU, and copy the next batch while the present one is computed.</source>
        <translation>GPU 就绪时，下一个 batch 还没有准备好。请使用更多 worker 加载（num_workers、persistent_workers=True、prefetch_factor），使用锁页内存，减少解码或改在 GPU 上解码，并在计算当前 batch 时拷贝下一个 batch。</translation>
    </message>
    <message>
        <source>The GPUs had work while data was loaded.</source>
        <translation>数据加载期间，GPU 都有工作。</translation>
    </message>
    <message>
        <source>Length of the range between the first and the last work of the process − time in which any of its GPUs had work.</source>
        <translation>该 range 位于进程的最早工作与最晚工作之间的长度 − 其中进程的任一 GPU 有工作的时间。</translation>
    </message>
    <message>
        <source>Launching such kernels takes longer than running them, so the GPU waits between them. Launch them as one CUDA graph (mode=&quot;reduce-overhead&quot; of torch.compile), fuse them, or give each more work (a larger batch).</source>
        <translation>此类 kernel 的 launch 比运行更耗时，因此 GPU 会在它们之间等待。请将它们作为一个 CUDA Graph 发起（torch.compile 的 mode=&quot;reduce-overhead&quot;）、融合它们，或让每个 kernel 做更多工作（更大的 batch）。</translation>
    </message>
    <message>
        <source>No long row of small kernels with gaps between them was found.</source>
        <translation>未发现彼此间有间隙的长串小 kernel。</translation>
    </message>
    <message>
        <source>Sum of the gaps between the kernels of the row in which no stream of the GPU did anything. A CUDA graph cannot save more; it leaves about a microsecond for each kernel.</source>
        <translation>这串 kernel 之间 GPU 的所有 stream 都没有任何工作的间隙之和。CUDA Graph 最多能节省这么多；它仍会为每个 kernel 留下约一微秒。</translation>
    </message>
    <message>
        <source>Kernels ran at the same time, so their summed durations exceed the time that passed, and kernels that share the GPU each look slower than they are alone. Compare wall-clock times (GPU Time Breakdown) instead of sums, and treat percentages of sums with care.</source>
        <translation>有 kernel 同时运行，因此时长相加的结果大于实际经过的时间，并且共用 GPU 的两个 kernel 看起来都比单独运行时慢。请比较墙钟时间（GPU 时间分解）而不是时长之和，并谨慎看待基于时长之和的百分比。</translation>
    </message>
    <message>
        <source>The sum of the kernels&apos; durations is close to the time in which kernels ran, so it can be read as such.</source>
        <translation>kernel 的时长之和与有 kernel 运行的时间大致相等，可以按实际时间理解。</translation>
    </message>
    <message>
        <source>Such a copy goes through a buffer of the driver, keeps the calling thread, and runs beside no kernel. Allocate the host memory pinned (pin_memory=True for a DataLoader of PyTorch, cudaMallocHost) and copy asynchronously (non_blocking=True).</source>
        <translation>此类拷贝会经由驱动程序的缓冲区，占住调用线程，并且无法与 kernel 并行。请将主机内存分配为锁页内存（PyTorch 的 DataLoader 使用 pin_memory=True，或使用 cudaMallocHost），并进行异步拷贝（non_blocking=True）。</translation>
    </message>
    <message>
        <source>No copy of pageable memory was found.</source>
        <translation>未发现可分页内存的拷贝。</translation>
    </message>
    <message>
        <source>For each copy its duration − size ÷ best bandwidth of a pinned copy in this report, or − the shortest pinned copy if that is longer. What a blocked thread could have done meanwhile is not counted.</source>
        <translation>对每次拷贝计算：其时长 − 大小 ÷ 此报告中锁页内存拷贝的最高带宽；若最短的锁页内存拷贝更长，则减去后者。不计被阻塞的线程在此期间本可完成的工作。</translation>
    </message>
    <message>
        <source>These calls are slow, and freeing waits for the GPU. Allocate once and use the memory again, or in stream order (cudaMallocAsync). In PyTorch a caching allocator that goes on allocating is short of memory or fragmented: shapes that change, empty_cache(); try PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True.</source>
        <translation>这些调用很慢，而且释放内存会等待 GPU。请一次分配后重复使用，或按 stream 顺序分配（cudaMallocAsync）。在 PyTorch 中，缓存分配器若持续分配，说明内存不足或碎片化：形状不断变化、调用 empty_cache()；可尝试 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True。</translation>
    </message>
    <message>
        <source>Memory is allocated at the beginning and then used again.</source>
        <translation>内存在开始时分配，之后重复使用。</translation>
    </message>
    <message>
        <source>Wall clock time in which such calls ran. Where the GPU had enough queued work meanwhile, nothing is gained.</source>
        <translation>有此类调用在运行的墙钟时间。若 GPU 在此期间有足够的排队工作，则不会节省任何时间。</translation>
    </message>
    <message>
        <source>The GPU waits for others, or for the network, instead of computing. Start collectives earlier and on a stream of their own (buckets of DDP, forward and backward prefetch of FSDP), make them smaller (gradients in bfloat16, accumulation), and look whether one rank comes late.</source>
        <translation>GPU 在等待其他 rank 或网络，而不是在计算。请更早地在单独的 stream 上启动集合通信（DDP 的 bucket，FSDP 的前向与反向预取），减小其数据量（bfloat16 梯度、梯度累积），并检查是否有 rank 迟到。</translation>
    </message>
    <message>
        <source>Communication is hidden behind other kernels, or short.</source>
        <translation>通信已被其他 kernel 掩盖，或时间很短。</translation>
    </message>
    <message>
        <source>Wall clock time of communication kernels − time of it in which another kernel ran on the same GPU.</source>
        <translation>通信 kernel 的墙钟时间 − 其中同一 GPU 上有其他 kernel 运行的时间。</translation>
    </message>
    <message>
        <source>All ranks end a collective together, so one that comes late keeps all of them. Compare what it does before the collectives with another rank: more data, a slower GPU or CPU, loading, saving and logging that only one rank does.</source>
        <translation>所有 rank 同时结束一次集合通信，因此一个迟到的 rank 会拖住所有 rank。请将它在集合通信之前所做的工作与其他 rank 比较：数据更多，GPU 或 CPU 更慢，以及只由一个 rank 执行的加载、保存和日志。</translation>
    </message>
    <message>
        <source>No rank is much later than the others.</source>
        <translation>没有明显晚于其他 rank 的 rank。</translation>
    </message>
    <message>
        <source>Sum over the collectives that the rank entered last: shortest duration among the other ranks − its own.</source>
        <translation>对该 rank 最后进入的集合通信求和：其他 rank 中最短的时长 − 该 rank 自己的时长。</translation>
    </message>
    <message>
        <source>The GPU lowered its clock: for power, heat, or because it was idle before. Kernels that compute are slower then, and two runs cannot be compared. Warm up before measuring, look at the power limit and temperature (nvidia-smi -q -d CLOCK,PERFORMANCE), or lock the clock for measurements (nvidia-smi -lgc).</source>
        <translation>GPU 降低了时钟频率：由于功耗、温度，或因为此前处于空闲。此时计算型 kernel 会变慢，两次运行也无法比较。请在测量前预热，检查功耗上限和温度（nvidia-smi -q -d CLOCK,PERFORMANCE），或在测量时锁定时钟频率（nvidia-smi -lgc）。</translation>
    </message>
    <message>
        <source>The clock stayed near its maximum while kernels ran.</source>
        <translation>kernel 运行期间，时钟频率始终接近最高值。</translation>
    </message>
    <message>
        <source>For each stretch of a low clock the time of kernels × (1 − clock ÷ highest clock). Kernels that wait for memory gain less.</source>
        <translation>对每个低时钟频率的时段计算：kernel 的时间 ×（1 − 时钟频率 ÷ 最高时钟频率）。等待内存的 kernel 获益较少。</translation>
    </message>
    <message>
        <source>These products leave the tensor cores idle, which are several times as fast. Allow TF32 (torch.set_float32_matmul_precision(&quot;high&quot;), torch.backends.cudnn.allow_tf32) where its 10 bits of mantissa will do, or compute in BF16 or FP16 (torch.autocast); see that sizes are multiples of 8. Chips before Ampere have no TF32.</source>
        <translation>这些矩阵乘法没有用上快数倍的 Tensor Core。10 位尾数够用时，请启用 TF32（torch.set_float32_matmul_precision(&quot;high&quot;)、torch.backends.cudnn.allow_tf32），或改用 BF16、FP16 计算（torch.autocast），并使矩阵尺寸为 8 的倍数。Ampere 之前的芯片没有 TF32。</translation>
    </message>
    <message>
        <source>No matrix products in FP32 without tensor cores take much of the time.</source>
        <translation>未使用 Tensor Core 的 FP32 矩阵乘法占用的时间不多。</translation>
    </message>
    <message>
        <source>Time in which such kernels ran × (1 − FP32 peak ÷ peak of TF32 tensor cores, or of FP16 where there is no TF32), by the data sheet. Small products and those that wait for memory gain less.</source>
        <translation>此类 kernel 运行的时间 ×（1 − FP32 峰值 ÷ Tensor Core 的 TF32 峰值，没有 TF32 时取 FP16），均按数据手册。规模小的和受限于内存的矩阵乘法收益较小。</translation>
    </message>
    <message>
        <source>These are the profiler&apos;s own rules, in its words. Begin with the kernel that takes most time, not with the greatest percentage.</source>
        <translation>这些是分析器自带的规则，保留原文。请从耗时最多的 kernel 入手，而不是从百分比最大的入手。</translation>
    </message>
    <message>
        <source>The rules of the profiler found nothing in these kernels.</source>
        <translation>分析器的规则没有针对这些 kernel 的建议。</translation>
    </message>
    <message>
        <source>Duration of the kernel × the estimate of the profiler, of one launch. An estimate for a part of the kernel has no time; estimates do not add up.</source>
        <translation>kernel 的时长 × 分析器的估计，针对一次启动。对 kernel 一部分的估计没有时间；各估计不能相加。</translation>
    </message>
    <message>
        <source>Is the capture complete?</source>
        <translation>采集是否完整？</translation>
    </message>
    <message>
        <source>Warnings and errors of the capture; none is good</source>
        <translation>采集中的警告与错误数；没有即为佳</translation>
    </message>
    <message>
        <source>The missing part may be what matters. Read the import log first, and capture again if necessary.</source>
        <translation>缺失的内容可能正是关键所在。请先阅读导入日志，必要时重新采集。</translation>
    </message>
    <message>
        <source>Is each GPU busy for 80 % of the time?</source>
        <translation>每个 GPU 是否在 80% 的时间里都有工作？</translation>
    </message>
    <message>
        <source>Time in which the least busy GPU did anything, from its first to its last work; 80 % is good</source>
        <translation>最不繁忙的 GPU 从其最早工作到最晚工作之间有工作的时间；80% 为佳</translation>
    </message>
    <message>
        <source>The GPU waits. Look at its longest gaps, and at the rules “GPU Waits for Data” and “Launches Late Because of Python”.</source>
        <translation>GPU 在等待。请查看其最长的间隙，以及规则“GPU 等待数据”和“因 Python 而迟到的 launch”。</translation>
    </message>
    <message>
        <source>Are copies hidden behind kernels?</source>
        <translation>拷贝是否被 kernel 掩盖？</translation>
    </message>
    <message>
        <source>Time in which copies or memsets ran and no kernel, on the GPU where that is most; at most 2 % is good</source>
        <translation>有拷贝或内存设置在运行而没有 kernel 的时间，取最多的 GPU；不超过 2% 为佳</translation>
    </message>
    <message>
        <source>Copy from pinned memory, asynchronously and on a stream of its own, the next batch while the present one is computed.</source>
        <translation>请使用锁页内存，在单独的 stream 上异步拷贝，在计算当前 batch 时拷贝下一个 batch。</translation>
    </message>
    <message>
        <source>Is communication hidden behind computing?</source>
        <translation>通信是否被计算掩盖？</translation>
    </message>
    <message>
        <source>Time in which communication kernels ran and no other kernel, on the GPU where that is most; at most 5 % is good</source>
        <translation>有通信 kernel 在运行而没有其他 kernel 的时间，取最多的 GPU；不超过 5% 为佳</translation>
    </message>
    <message>
        <source>Start collectives during the backward pass, in buckets and on a stream of their own, and look for a rank that is late.</source>
        <translation>请在反向传播期间按 bucket 在单独的 stream 上启动集合通信，并检查是否有 rank 迟到。</translation>
    </message>
    <message>
        <source>Is there no wait that leaves a GPU idle?</source>
        <translation>是否没有使 GPU 空闲的等待？</translation>
    </message>
    <message>
        <source>Time of the GPUs that was lost behind synchronizing calls (the rule “Synchronization Before an Idle GPU”); less than 1 % is good</source>
        <translation>GPU 因同步调用而损失的时间（规则“同步后 GPU 空闲”）；低于 1% 为佳</translation>
    </message>
    <message>
        <source>Leave out waits that nothing needs, or read results a step later.</source>
        <translation>请去掉不必要的等待，或推迟一个 step 再读取结果。</translation>
    </message>
    <message>
        <source>Are kernels long enough?</source>
        <translation>kernel 是否足够长？</translation>
    </message>
    <message>
        <source>Share of the kernels that are shorter than 10 µs and that no CUDA graph launched; at most 50 % is good</source>
        <translation>短于 10 µs 且不是由 CUDA Graph 发起的 kernel 所占的比例；不超过 50% 为佳</translation>
    </message>
    <message>
        <source>The work is cut into pieces that take longer to launch than to run. Fuse kernels, use CUDA graphs, or larger batches.</source>
        <translation>工作被切分得过碎，launch 比运行更耗时。请融合 kernel，使用 CUDA Graph，或采用更大的 batch。</translation>
    </message>
    <message>
        <source>Is warm-up excluded?</source>
        <translation>是否已排除预热？</translation>
    </message>
    <message>
        <source>Pace of the first step compared with the median of the others; at most 120 % is good</source>
        <translation>第一个 step 的节拍与其余 step 的中位数之比；不超过 120% 为佳</translation>
    </message>
    <message>
        <source>The first steps allocate, compile and choose algorithms. Let some pass before the capture begins, or select the steps behind them.</source>
        <translation>最初的几个 step 会分配内存、编译并选择算法。请让它们在采集开始之前完成，或只选择其后的 step。</translation>
    </message>
    <message>
        <source>Are there enough steps?</source>
        <translation>step 是否足够多？</translation>
    </message>
    <message>
        <source>Steps of the process that has fewest; 5 are good</source>
        <translation>step 最少的进程的 step 数；5 个为佳</translation>
    </message>
    <message>
        <source>One step may be unlike the others. Capture several, so that a median means something.</source>
        <translation>单个 step 可能与其他 step 不同。请采集多个，使中位数有意义。</translation>
    </message>
    <message>
        <source>one instance of a kernel holds much of all GPU time</source>
        <translation>某个 kernel 的一次执行占了 GPU 总时间的很大部分</translation>
    </message>
    <message>
        <source>Look at that instance first: a kernel that only waits for another GPU or process also counts as busy. Exclude it by selecting a time range, or capture again</source>
        <translation>先查看这一次执行：等待其他 GPU 或进程的 kernel 只是看起来忙。请用时间选区排除它，或重新采集</translation>
    </message>
    <message>
        <source>the clock is far below the highest</source>
        <translation>时钟远低于最高值</translation>
    </message>
    <message>
        <source>Warm the GPU up, look for a limit of power or heat, or lock the clock, and measure again</source>
        <translation>先让 GPU 预热，检查功耗或温度限制，或锁定时钟，然后重新测量</translation>
    </message>
    <message>
        <source>the profiler itself took much of the time</source>
        <translation>分析器自身占用了大量时间</translation>
    </message>
    <message>
        <source>Trace less at once, or a shorter time</source>
        <translation>减少同时跟踪的内容，或缩短采集时间</translation>
    </message>
    <message>
        <source>most of the report&apos;s time holds no events</source>
        <translation>报告的大部分时间没有事件</translation>
    </message>
    <message>
        <source>Select the part in which something happens, and see the health of the capture</source>
        <translation>选择有事件发生的部分，并查看采集健康状况</translation>
    </message>
    <message>
        <source>warm-up is inside</source>
        <translation>包含预热阶段</translation>
    </message>
    <message>
        <source>Select the steps behind it, or begin the capture later</source>
        <translation>选中预热之后的 step，或推迟开始采集</translation>
    </message>
    <message>
        <source>GPUs of several kinds are mixed</source>
        <translation>混用了不同型号的 GPU</translation>
    </message>
    <message>
        <source>Compare each GPU with its own kind, as the slower kind makes the others wait</source>
        <translation>只在同型号的 GPU 之间比较，因为较慢的型号会让其他 GPU 等待</translation>
    </message>
    <message>
        <source>GPUs ran at different clocks</source>
        <translation>各 GPU 的时钟不同</translation>
    </message>
    <message>
        <source>The slower GPU makes the others wait: look for its limit of power or heat</source>
        <translation>较慢的 GPU 会让其他 GPU 等待：检查它的功耗或温度限制</translation>
    </message>
    <message>
        <source>steps differ in kind</source>
        <translation>step 不是同一类</translation>
    </message>
    <message>
        <source>Some steps launch far fewer or more kernels than others, as steps of evaluation do: look at each kind by itself</source>
        <translation>有些 step 发起的 kernel 远少于或远多于其他 step，例如做评估的 step：请按类别分别查看</translation>
    </message>
    <message>
        <source>Take this with care: %1.</source>
        <translation>请谨慎看待：%1。</translation>
    </message>
    <message>
        <source>the curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>the data sheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>The report holds no start times: kernels stand in their order, so that gaps, queues and overlap mean nothing. Open a timeline report of the same program.</source>
        <translation>报告中没有开始时间：kernel 只按先后顺序排列，因此间隙、排队和重叠都没有意义。请打开同一程序的时间线报告。</translation>
    </message>
    <message>
        <source>The report holds no events.</source>
        <translation>报告中没有事件。</translation>
    </message>
    <message>
        <source>The report holds no GPU work.</source>
        <translation>报告中没有 GPU 工作。</translation>
    </message>
    <message>
        <source>The report holds no GPU work in that time.</source>
        <translation>该时间内，报告中没有 GPU 工作。</translation>
    </message>
    <message>
        <source>The report holds no kernels.</source>
        <translation>报告中没有 kernel。</translation>
    </message>
    <message>
        <source>The report holds no kernels in that time.</source>
        <translation>该时间内，报告中没有 kernel。</translation>
    </message>
    <message>
        <source>The report holds no GPU kernels.</source>
        <translation>报告中没有 GPU kernel。</translation>
    </message>
    <message>
        <source>The report holds no GPU kernels in that time.</source>
        <translation>该时间内，报告中没有 GPU kernel。</translation>
    </message>
    <message>
        <source>The report holds no GPU memory operations.</source>
        <translation>报告中没有 GPU 内存操作。</translation>
    </message>
    <message>
        <source>The report holds no GPU memory operations in that time.</source>
        <translation>该时间内，报告中没有 GPU 内存操作。</translation>
    </message>
    <message>
        <source>The report holds no CUDA API calls.</source>
        <translation>报告中没有 CUDA API 调用。</translation>
    </message>
    <message>
        <source>The report holds no CUDA API calls in that time.</source>
        <translation>该时间内，报告中没有 CUDA API 调用。</translation>
    </message>
    <message>
        <source>The report holds no calls of the CUDA API.</source>
        <translation>报告中没有 CUDA API 调用。</translation>
    </message>
    <message>
        <source>The report holds no calls of the CUDA API in that time.</source>
        <translation>该时间内，报告中没有 CUDA API 调用。</translation>
    </message>
    <message>
        <source>The report holds neither CUDA calls nor GPU work.</source>
        <translation>报告中既没有 CUDA 调用，也没有 GPU 工作。</translation>
    </message>
    <message>
        <source>The report holds neither CUDA calls nor GPU work in that time.</source>
        <translation>该时间内，报告中既没有 CUDA 调用，也没有 GPU 工作。</translation>
    </message>
    <message>
        <source>The report holds no GPU work and no calls of threads.</source>
        <translation>报告中没有 GPU 工作，也没有线程的调用。</translation>
    </message>
    <message>
        <source>The report holds no GPU work and no calls of threads in that time.</source>
        <translation>该时间内，报告中没有 GPU 工作，也没有线程的调用。</translation>
    </message>
    <message>
        <source>The report holds no GPU work whose launching call it holds, too.</source>
        <translation>报告中没有同时含有发起调用的 GPU 工作。</translation>
    </message>
    <message>
        <source>The report holds no kernels whose launching call it holds, too.</source>
        <translation>报告中没有同时含有 launch 调用的 kernel。</translation>
    </message>
    <message>
        <source>The report holds no OS runtime calls.</source>
        <translation>报告中没有 OS Runtime 调用。</translation>
    </message>
    <message>
        <source>The report holds no OS runtime calls in that time.</source>
        <translation>该时间内，报告中没有 OS Runtime 调用。</translation>
    </message>
    <message>
        <source>The report holds no calls of libraries. Capture with -t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl.</source>
        <translation>报告中没有库调用。采集时请使用 -t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl。</translation>
    </message>
    <message>
        <source>The report holds no calls of libraries in that time. Capture with -t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl.</source>
        <translation>报告在该时间段内没有库调用。采集时请使用 -t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl。</translation>
    </message>
    <message>
        <source>The report holds no calls of MPI. Capture with -t mpi.</source>
        <translation>报告中没有 MPI 调用。采集时请使用 -t mpi。</translation>
    </message>
    <message>
        <source>The report holds no calls of MPI in that time. Capture with -t mpi.</source>
        <translation>报告在该时间段内没有 MPI 调用。采集时请使用 -t mpi。</translation>
    </message>
    <message>
        <source>The report holds no copies or memsets.</source>
        <translation>报告中没有拷贝或内存设置。</translation>
    </message>
    <message>
        <source>The report holds no copies or memsets in that time.</source>
        <translation>该时间内，报告中没有拷贝或内存设置。</translation>
    </message>
    <message>
        <source>The report holds no communication between GPUs.</source>
        <translation>报告中没有 GPU 之间的通信。</translation>
    </message>
    <message>
        <source>The report holds no communication between GPUs in that time.</source>
        <translation>该时间段内报告中没有 GPU 之间的通信。</translation>
    </message>
    <message>
        <source>The report holds communication, but none that is known to keep all ranks together: neither arguments, nor calls of the library, nor names of kernels say which collectives it is. Trace NVTX, by which NCCL says it, or operators of the framework.</source>
        <translation>报告中有通信，但不知其中哪些会使所有 rank 相互等待：参数、库调用和 kernel 名称都没有说明是哪种集合通信。请跟踪 NVTX（NCCL 由此说明），或框架的算子。</translation>
    </message>
    <message>
        <source>The report holds no collectives of several ranks that belong together. Open the reports of all ranks as one (Open Several as One; --merge).</source>
        <translation>报告中没有多个 rank 之间相互对应的集合通信。请将所有 rank 的报告合并打开（在“打开多个报告”中选择“一个合并视图”，或使用 --merge）。</translation>
    </message>
    <message>
        <source>The report holds no migrations or page faults of unified memory. Nsight Systems traces them with --cuda-um-cpu-page-faults and --cuda-um-gpu-page-faults.</source>
        <translation>报告中没有统一内存的迁移或缺页。Nsight Systems 需使用 --cuda-um-cpu-page-faults 和 --cuda-um-gpu-page-faults 进行追踪。</translation>
    </message>
    <message>
        <source>The report holds no migrations or page faults of unified memory in that time. Nsight Systems traces them with --cuda-um-cpu-page-faults and --cuda-um-gpu-page-faults.</source>
        <translation>该时间内，报告中没有统一内存的迁移或缺页。Nsight Systems 需使用 --cuda-um-cpu-page-faults 和 --cuda-um-gpu-page-faults 进行追踪。</translation>
    </message>
    <message>
        <source>The report holds no allocations. PyTorch&apos;s profiler records them with profile_memory=True, Nsight Systems with --cuda-memory-usage=true.</source>
        <translation>报告中没有内存分配。PyTorch profiler 使用 profile_memory=True 时会记录内存分配，Nsight Systems 则需要 --cuda-memory-usage=true。</translation>
    </message>
    <message>
        <source>The report holds no allocations in that time. PyTorch&apos;s profiler records them with profile_memory=True, Nsight Systems with --cuda-memory-usage=true.</source>
        <translation>该时间内，报告中没有内存分配。PyTorch profiler 使用 profile_memory=True 时会记录内存分配，Nsight Systems 则需要 --cuda-memory-usage=true。</translation>
    </message>
    <message>
        <source>The report holds no curve of device memory.</source>
        <translation>报告中没有设备内存曲线。</translation>
    </message>
    <message>
        <source>The report holds no curves of GPUs. Capture with --gpu-metrics-devices=all.</source>
        <translation>报告中没有 GPU 曲线。请用 --gpu-metrics-devices=all 采集。</translation>
    </message>
    <message>
        <source>The report holds no curves of GPUs in that time. Capture with --gpu-metrics-devices=all.</source>
        <translation>该时间内，报告中没有 GPU 曲线。请用 --gpu-metrics-devices=all 采集。</translation>
    </message>
    <message>
        <source>The report holds no clock of a GPU; Nsight Systems records it with --gpu-metrics-devices.</source>
        <translation>报告中没有 GPU 的时钟频率；Nsight Systems 使用 --gpu-metrics-devices 时会记录它。</translation>
    </message>
    <message>
        <source>The report holds no such ranges: of NVTX, roctx, or annotations of a framework.</source>
        <translation>报告中没有此类 range（NVTX、roctx 或框架的标注）。</translation>
    </message>
    <message>
        <source>The report holds no such ranges in that time: of NVTX, roctx, or annotations of a framework.</source>
        <translation>该时间内，报告中没有此类 range（NVTX、roctx 或框架的标注）。</translation>
    </message>
    <message>
        <source>The report holds no ranges or annotations of threads.</source>
        <translation>报告中没有线程的 range 或标注。</translation>
    </message>
    <message>
        <source>The report holds no ranges or annotations of threads in that time.</source>
        <translation>该时间内，报告中没有线程的 range 或标注。</translation>
    </message>
    <message>
        <source>The report holds no ranges in which GPU work was launched.</source>
        <translation>报告中没有发起过 GPU 工作的 range。</translation>
    </message>
    <message>
        <source>The report holds no ranges in which GPU work was launched in that time.</source>
        <translation>在该时间内，报告中没有启动过 GPU 工作的范围。</translation>
    </message>
    <message>
        <source>The report holds no ranges that are named like steps (ProfilerStep#1, step 1, iteration 1, batch 1).</source>
        <translation>报告中没有以 step 命名的 range（ProfilerStep#1、step 1、iteration 1、batch 1）。</translation>
    </message>
    <message>
        <source>There is only one step: nothing to compare the first one with.</source>
        <translation>只有一个 step：没有其他 step 可与第一个比较。</translation>
    </message>
    <message>
        <source>The report holds no operators of a framework.</source>
        <translation>报告中没有框架的算子。</translation>
    </message>
    <message>
        <source>The report holds no operators of a framework in that time.</source>
        <translation>该时间内，报告中没有框架的算子。</translation>
    </message>
    <message>
        <source>The report holds neither operators of a framework nor Python functions.</source>
        <translation>报告中既没有框架的算子，也没有 Python 函数。</translation>
    </message>
    <message>
        <source>The report holds neither operators of a framework nor Python functions in that time.</source>
        <translation>该时间内，报告中既没有框架的算子，也没有 Python 函数。</translation>
    </message>
    <message>
        <source>The operators have no stacks. PyTorch&apos;s profiler records them with with_stack=True.</source>
        <translation>报告中的算子没有调用栈。PyTorch profiler 使用 with_stack=True 时会记录调用栈。</translation>
    </message>
    <message>
        <source>The report holds no modules. PyTorch&apos;s profiler records them with with_stack=True.</source>
        <translation>报告中没有模块。PyTorch profiler 使用 with_stack=True 时会记录模块。</translation>
    </message>
    <message>
        <source>The report holds no backward operators with the number of a forward one. PyTorch&apos;s profiler writes these numbers, and so does torch.autograd.profiler.emit_nvtx().</source>
        <translation>报告中没有带前向序号的反向算子。PyTorch 的 profiler 会写出这些序号，torch.autograd.profiler.emit_nvtx() 也会。</translation>
    </message>
    <message>
        <source>The report holds no CPU samples. Capture with --sample=process-tree.</source>
        <translation>报告中没有 CPU 采样。采集时请使用 --sample=process-tree。</translation>
    </message>
    <message>
        <source>The report holds no CPU samples in that time. Capture with --sample=process-tree.</source>
        <translation>报告在该时间段内没有 CPU 采样。采集时请使用 --sample=process-tree。</translation>
    </message>
    <message>
        <source>The report holds no samples of Python. Capture with --python-sampling.</source>
        <translation>报告中没有 Python 采样。采集时请使用 --python-sampling。</translation>
    </message>
    <message>
        <source>The report holds no samples of Python in that time. Capture with --python-sampling.</source>
        <translation>报告在该时间段内没有 Python 采样。采集时请使用 --python-sampling。</translation>
    </message>
    <message>
        <source>The report holds no Python functions. PyTorch&apos;s profiler records them with with_stack=True.</source>
        <translation>报告中没有 Python 函数。PyTorch profiler 使用 with_stack=True 时会记录 Python 函数。</translation>
    </message>
    <message>
        <source>The report holds no Python functions in that time. PyTorch&apos;s profiler records them with with_stack=True.</source>
        <translation>该时间内，报告中没有 Python 函数。PyTorch profiler 使用 with_stack=True 时会记录 Python 函数。</translation>
    </message>
    <message>
        <source>The report holds no slices of threads. Trace events have them as B and E, or X.</source>
        <translation>报告中没有线程的 slice。跟踪事件以 B 和 E，或 X 记录它们。</translation>
    </message>
    <message>
        <source>The report holds no slices of threads in that time. Trace events have them as B and E, or X.</source>
        <translation>报告在该时间内没有线程的 slice。跟踪事件以 B 和 E，或 X 记录它们。</translation>
    </message>
    <message>
        <source>The report holds neither ranges that are named like loading of data (DataLoader, load_data, next_batch) nor steps that begin with a copy from the host.</source>
        <translation>报告中既没有以数据加载命名的 range（DataLoader、load_data、next_batch），也没有以主机拷贝开头的 step。</translation>
    </message>
    <message>
        <source>The report holds no metrics of kernels; Nsight Compute measures them: “ncu --set full -o NAME PROGRAM”.</source>
        <translation>报告没有 kernel 的指标；Nsight Compute 可以测量：“ncu --set full -o NAME PROGRAM”。</translation>
    </message>
    <message>
        <source>The report holds no metrics of kernels in that time; Nsight Compute measures them: “ncu --set full -o NAME PROGRAM”.</source>
        <translation>这段时间内报告没有 kernel 的指标；Nsight Compute 可以测量：“ncu --set full -o NAME PROGRAM”。</translation>
    </message>
    <message>
        <source>The report holds no metrics of kernels; Nsight Compute measures them.</source>
        <translation>报告中没有 kernel 的指标；Nsight Compute 可以测量它们。</translation>
    </message>
    <message>
        <source>The rules of the profiler found nothing in these kernels, or were not applied: “ncu --set full”.</source>
        <translation>分析器的规则没有针对这些 kernel 的建议，或采集时未应用规则：“ncu --set full”。</translation>
    </message>
    <message>
        <source>Nothing was measured by instruction of these kernels: “ncu --set full”, or “--section SourceCounters”.</source>
        <translation>没有按指令测量这些 kernel：“ncu --set full”，或“--section SourceCounters”。</translation>
    </message>
    <message>
        <source>The kernels were profiled without the metrics of a roofline. Nsight Compute collects them with --set roofline or --set full.</source>
        <translation>kernel 在分析时没有采集 roofline 所需的指标。Nsight Compute 用 --set roofline 或 --set full 采集它们。</translation>
    </message>
    <message>
        <source>The kernels in that time were profiled without the metrics of a roofline. Nsight Compute collects them with --set roofline or --set full.</source>
        <translation>该时间内的 kernel 在分析时没有采集 roofline 所需的指标。Nsight Compute 用 --set roofline 或 --set full 采集它们。</translation>
    </message>
    <message>
        <source>The report says nothing of the kernels&apos; work. Profile with ncu --set roofline, or with PyTorch&apos;s profiler and record_shapes=True.</source>
        <translation>报告没有说明 kernel 的工作量。请用 ncu --set roofline 分析，或用 PyTorch 的 profiler 并设置 record_shapes=True。</translation>
    </message>
    <message>
        <source>The report says nothing of the kernels&apos; work in that time. Profile with ncu --set roofline, or with PyTorch&apos;s profiler and record_shapes=True.</source>
        <translation>报告没有说明该时间内 kernel 的工作量。请用 ncu --set roofline 分析，或用 PyTorch 的 profiler 并设置 record_shapes=True。</translation>
    </message>
    <message>
        <source>The report does not say whether its GPU has tensor cores.</source>
        <translation>报告没有说明其 GPU 是否有 Tensor Core。</translation>
    </message>
    <message>
        <source>model: work and bytes are counted from the sizes of the inputs</source>
        <translation>模型：运算量和字节数由输入的尺寸算出</translation>
    </message>
    <message>
        <source>incomplete: not all instructions were counted</source>
        <translation>不完整：并非所有指令都被计数</translation>
    </message>
    <message>
        <source>half-precision instructions (%1 % of the work) may be register moves</source>
        <translation>半精度指令（占工作量的 %1 %）可能是寄存器移动</translation>
    </message>
    <message>
        <source>no floating-point work was counted</source>
        <translation>没有计到浮点运算</translation>
    </message>
    <message>
        <source>no floating-point work</source>
        <translation>没有浮点运算</translation>
    </message>
    <message>
        <source>the peak is from no data sheet</source>
        <translation>峰值不是来自数据手册</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>standard output</source>
        <translation>stdout（标准输出）</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>If the program does use it: sightline status -e says what can be captured on this machine.</source>
        <translation>如果程序确实使用它：sightline status -e 会说明这台机器上能采集什么。</translation>
    </message>
    <message>
        <source>%1 (%2) is written.</source>
        <translation>%1（%2）已写入。</translation>
    </message>
    <message>
        <source>%1 is written.</source>
        <translation>%1 已写入。</translation>
    </message>
    <message>
        <source>%1 was left as it is: %2.</source>
        <translation>%1 保持原样：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be traced: %2.</source>
        <translation>无法跟踪%1：%2。</translation>
    </message>
    <message>
        <source>--stats: the report has no data for any table.</source>
        <translation>--stats：报告中没有可以列成表格的内容。</translation>
    </message>
    <message>
        <source>The program was not run: the session was interrupted before.</source>
        <translation>程序没有运行：会话在此之前已被中断。</translation>
    </message>
    <message>
        <source>The program has ended; the session goes on with what sightline launch runs in it[ (%1)]. Ctrl+C ends the session alone.</source>
        <translation>程序已结束；会话继续，其中还有 sightline launch 运行的程序[（%1）]。Ctrl+C 只结束会话。</translation>
    </message>
    <message>
        <source>No process for writing the report could be started: %1.</source>
        <translation>无法启动写报告的进程：%1。</translation>
    </message>
    <message>
        <source>Writing the report was ended by signal %1.</source>
        <translation>写报告的过程被信号 %1 终止。</translation>
    </message>
    <message>
        <source>A session does not understand “%1”.</source>
        <translation>会话不认识“%1”。</translation>
    </message>
    <message>
        <source>No report was written; what was captured is kept in %1.</source>
        <translation>没有写出报告；已采集的内容保存在 %1。</translation>
    </message>
    <message>
        <source>The session has ended.</source>
        <translation>会话已结束。</translation>
    </message>
    <message>
        <source>The session %1 does not answer within %2 seconds. If it was stopped, kill -CONT lets its sightline go on.</source>
        <translation>会话 %1 在 %2 秒内没有应答。如果它被暂停，用 kill -CONT 让它的 sightline 继续运行。</translation>
    </message>
    <message>
        <source>Session %1 waits for programs: sightline launch PROGRAM; then sightline stop.</source>
        <translation>会话 %1 在等待程序：先 sightline launch PROGRAM，再 sightline stop。</translation>
    </message>
    <message>
        <source>%1 is not the folder of a session. sightline recover without a name lists the sessions that exist.</source>
        <translation>%1 不是会话的文件夹。不带名称的 sightline recover 会列出现有的会话。</translation>
    </message>
    <message>
        <source>The session %1 is running. To end it: sightline stop --session=%1</source>
        <translation>会话 %1 正在运行。要结束它：sightline stop --session=%1</translation>
    </message>
    <message>
        <source>%1 holds nothing that was captured.</source>
        <translation>%1 中没有采集到的内容。</translation>
    </message>
    <message>
        <source>The program of this session still runs (%1) and writes into it: end it first, or leave out --remove.</source>
        <translation>这个会话的程序仍在运行（%1）并向其中写入：请先结束它，或去掉 --remove。</translation>
    </message>
    <message>
        <source>The program of this session still runs (%1); the report holds what it did so far.</source>
        <translation>这个会话的程序仍在运行（%1）；报告包含它到目前为止所做的事。</translation>
    </message>
    <message>
        <source>What the session left is kept. To remove it: rm -r &apos;%1&apos; (or recover with --remove)</source>
        <translation>会话留下的内容已保留。要删除它：rm -r &apos;%1&apos;（或在 recover 时加 --remove）</translation>
    </message>
    <message>
        <source>%1 is removed.</source>
        <translation>%1 已删除。</translation>
    </message>
    <message>
        <source>What the session left is removed; %1 stays, with what others put there.</source>
        <translation>会话留下的内容已删除；%1 保留，其中有别人放入的东西。</translation>
    </message>
    <message>
        <source>No session is running.</source>
        <translation>没有会话在运行。</translation>
    </message>
    <message>
        <source>No session %1 is running; sightline sessions lists them.</source>
        <translation>没有名为 %1 的会话在运行；sightline sessions 会列出全部会话。</translation>
    </message>
    <message>
        <source>Several sessions are running: %1. Name one with --session.</source>
        <translation>有多个会话在运行：%1。请用 --session 指定一个。</translation>
    </message>
    <message>
        <source>sessions takes no “%1”.</source>
        <translation>sessions 不接受“%1”。</translation>
    </message>
    <message>
        <source>recover takes one session at a time.</source>
        <translation>recover 一次只处理一个会话。</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>There is no option %1 here; there are: %2.</source>
        <translation>这里没有选项 %1；可用的有：%2。</translation>
    </message>
    <message>
        <source>There is no option %1 here; there are: none.</source>
        <translation>这里没有选项 %1；没有可用的选项。</translation>
    </message>
    <message>
        <source>Did you mean “%1”?</source>
        <translation>是不是“%1”？</translation>
    </message>
    <message>
        <source>Did you mean “%1” or “%2”?</source>
        <translation>是不是“%1”或“%2”？</translation>
    </message>
    <message>
        <source>Did you mean “%1”, “%2” or “%3”?</source>
        <translation>是不是“%1”、“%2”或“%3”？</translation>
    </message>
    <message>
        <source>Commands are listed by: sightline help</source>
        <translation>列出所有命令：sightline help</translation>
    </message>
    <message>
        <source>All about it: sightline help %1</source>
        <translation>详细说明：sightline help %1</translation>
    </message>
    <message>
        <source>“%1” is no command. What is in that file says: sightline info %1</source>
        <translation>“%1”不是命令。要查看这个文件的内容：sightline info %1</translation>
    </message>
    <message>
        <source>There is no command “%1”.</source>
        <translation>没有命令“%1”。</translation>
    </message>
    <message>
        <source>A command is missing.</source>
        <translation>缺少命令。</translation>
    </message>
    <message>
        <source>There is no option %1.</source>
        <translation>没有选项 %1。</translation>
    </message>
    <message>
        <source>There is no option %1 of %2.</source>
        <translation>%2 没有选项 %1。</translation>
    </message>
    <message>
        <source>“%1” is an unexpected argument.</source>
        <translation>多了一个词“%1”。</translation>
    </message>
    <message>
        <source>%1 needs %2: %3.</source>
        <translation>%1 需要 %2：%3。</translation>
    </message>
    <message>
        <source>%1 takes these words: %2.</source>
        <translation>%1 需要这些参数：%2。</translation>
    </message>
    <message>
        <source>%1 and %2 do not go together.</source>
        <translation>%1 与 %2 不能同时使用。</translation>
    </message>
    <message>
        <source>%1 goes with %2 only.</source>
        <translation>%1 只能与 %2 一起使用。</translation>
    </message>
    <message>
        <source>%1 may be given once, with one value.</source>
        <translation>%1 只能给出一次，并且只有一个值。</translation>
    </message>
    <message>
        <source>%1 does not take such a value: %2.</source>
        <translation>%1 不接受这样的值：%2。</translation>
    </message>
    <message>
        <source>“%1” is no whole number from %2 to %3.</source>
        <translation>“%1”不是 %2 到 %3 之间的整数。</translation>
    </message>
    <message>
        <source>“%1” is no whole number from %2 on.</source>
        <translation>“%1”不是从 %2 开始的整数。</translation>
    </message>
    <message>
        <source>“%1” is none of these: %2.</source>
        <translation>“%1”不在其中：%2。</translation>
    </message>
    <message>
        <source>names no kind of event</source>
        <translation>没有指定事件的种类</translation>
    </message>
    <message>
        <source>%1 is the report itself, and was left as it is. Name another file with -o.</source>
        <translation>%1 就是报告本身，保持原样。请用 -o 指定另一个文件。</translation>
    </message>
    <message>
        <source>%1 is there already, and was left as it is. Name another one with -o, or replace it with %2.</source>
        <translation>%1 已存在，保持原样。请用 -o 指定另一个，或用 %2 替换它。</translation>
    </message>
    <message>
        <source>%1 holds no report. Name a report, or a folder that holds some.</source>
        <translation>%1 中没有报告。请指定报告，或含有报告的文件夹。</translation>
    </message>
    <message>
        <source>%1 needs a report file.</source>
        <translation>%1 需要报告文件。</translation>
    </message>
    <message>
        <source>query needs an SQL statement (or --schema) and a report file.</source>
        <translation>query 需要一条 SQL 语句（或 --schema）和报告文件。</translation>
    </message>
    <message>
        <source>The statement cannot be read from %1: %2.</source>
        <translation>无法从 %1 读取语句：%2。</translation>
    </message>
    <message>
        <source>several reports become one file with --merge only.</source>
        <translation>只有加上 --merge 才能把多个报告合成一个文件。</translation>
    </message>
    <message>
        <source>The report was interrupted; nothing was written.</source>
        <translation>生成报告被中断；没有写出任何内容。</translation>
    </message>
    <message>
        <source>The export was interrupted; nothing was written.</source>
        <translation>导出被中断；没有写出任何内容。</translation>
    </message>
    <message>
        <source>Give one report, or two to compare.</source>
        <translation>一个报告，或两个要比较的报告。</translation>
    </message>
    <message>
        <source>“%1” is nothing to take out. There are: %2, all.</source>
        <translation>“%1”不是可以去掉的内容。可用的有：%2, all。</translation>
    </message>
    <message>
        <source>%1 has nothing in that time.</source>
        <translation>%1 在这段时间内没有内容。</translation>
    </message>
    <message>
        <source>%1 holds no such events. See what it holds with: sightline info</source>
        <translation>%1 中没有这样的事件。要查看其中的内容：sightline info</translation>
    </message>
    <message>
        <source>These are several tables: %1. Name a folder for them with -o.</source>
        <translation>这是多个表：%1。请用 -o 指定存放它们的文件夹。</translation>
    </message>
    <message>
        <source>“%1” is no kind of event. There are: %2.</source>
        <translation>“%1”不是事件的种类。可用的有：%2。</translation>
    </message>
    <message>
        <source>Only csv goes to standard output. Name a file with -o.</source>
        <translation>只有 csv 可以写到标准输出。请用 -o 指定一个文件。</translation>
    </message>
    <message>
        <source>Only csv can be made safe for spreadsheets. Use -t csv.</source>
        <translation>只有 csv 适用于电子表格。请用 -t csv。</translation>
    </message>
    <message>
        <source>%1 cannot be read and is left out[: %2].</source>
        <translation>%1 无法读取，已略去[：%2]。</translation>
    </message>
    <message>
        <source>these are the first %1 rows; --limit 0 prints all.</source>
        <translation>这里只有前 %1 行；--limit 0 打印全部。</translation>
    </message>
    <message>
        <source>“%1” is no unit of time: ns, us, ms, s.</source>
        <translation>“%1”不是时间单位：ns, us, ms, s。</translation>
    </message>
    <message>
        <source>There is no column “%1”[: %2].</source>
        <translation>没有列“%1”[：%2]。</translation>
    </message>
    <message>
        <source>There is no column “%1” in these tables.</source>
        <translation>这些表中没有列“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not a range of time: give two times with a slash between them, such as 1.5s/2s or 300ms/.</source>
        <translation>“%1”不是时间范围：应为两个时间，中间用斜线隔开，如 1.5s/2s 或 300ms/。</translation>
    </message>
    <message>
        <source>Of what was asked %1 has nothing in that time: it goes from %2 to %3 ns.</source>
        <translation>%1 在这段时间内没有所要的内容：它从 %2 到 %3 ns。</translation>
    </message>
    <message>
        <source>%1 has no range “%2”.</source>
        <translation>%1 中没有 range“%2”。</translation>
    </message>
    <message>
        <source>“%1” is no group: a name, an equals sign, and a pattern, such as attention=flash|fmha.</source>
        <translation>“%1”不是分组：应为名称、等号和模式，如 attention=flash|fmha。</translation>
    </message>
    <message>
        <source>The pattern of group “%1” is not valid: %2.</source>
        <translation>分组“%1”的模式无效：%2。</translation>
    </message>
    <message>
        <source>At most %1 groups can be named.</source>
        <translation>最多可以指定 %1 个分组。</translation>
    </message>
    <message>
        <source>“%1” is no table but a rule: sightline analyze -r %1 applies it.</source>
        <translation>“%1”不是表，而是规则：sightline analyze -r %1 会应用它。</translation>
    </message>
    <message>
        <source>“%1” is no rule but a table: sightline stats -r %1 prints it.</source>
        <translation>“%1”不是规则，而是表：sightline stats -r %1 会打印它。</translation>
    </message>
    <message>
        <source>There is no report “%1”.</source>
        <translation>没有报表“%1”。</translation>
    </message>
    <message>
        <source>There is no rule “%1”.</source>
        <translation>没有规则“%1”。</translation>
    </message>
    <message>
        <source>All of them are listed by: sightline stats --help-reports</source>
        <translation>列出全部：sightline stats --help-reports</translation>
    </message>
    <message>
        <source>All of them are listed by: sightline analyze --help-rules</source>
        <translation>列出全部：sightline analyze --help-rules</translation>
    </message>
    <message>
        <source>“%1” is no argument of a report: base, mangled, nvtx-name, name, launch, by=host, by=rank, by=device, by=stream, or a number.</source>
        <translation>“%1”不是报表的参数：base, mangled, nvtx-name, name, launch, by=host, by=rank, by=device, by=stream 或一个数。</translation>
    </message>
    <message>
        <source>%1 names no kernels that “nvtx-name” could stand before.</source>
        <translation>%1 没有可以在前面加“nvtx-name”的 kernel 名称。</translation>
    </message>
    <message>
        <source>%1 has no rows by “name” or “launch”.</source>
        <translation>%1 没有按“name”或“launch”区分的行。</translation>
    </message>
    <message>
        <source>%1 has no rows of GPUs that could be told by “%2”.</source>
        <translation>%1 没有可以按“%2”区分的 GPU 行。</translation>
    </message>
    <message>
        <source>“%1” is none of host, rank, device, stream.</source>
        <translation>“%1”不是 host、rank、device、stream 之一。</translation>
    </message>
    <message>
        <source>%1 holds no stacks of “%2” in that time. It has: %3.</source>
        <translation>%1 在这段时间内没有“%2”的调用栈。它有：%3。</translation>
    </message>
    <message>
        <source>“%1” is no threshold: a whole number above 0.</source>
        <translation>“%1”不是阈值：应为大于 0 的整数。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files in %1 are no reports.</source>
        <translation>
            <numerusform>%1 中有 %Ln 个文件不是报告。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be opened[: %2].</source>
        <translation>无法打开 %1[：%2]。</translation>
    </message>
    <message>
        <source>Check that the file is there and that you may read it, then try again.</source>
        <translation>请确认文件存在且您有读取权限，然后重试。</translation>
    </message>
    <message>
        <source>%1 is not a file.</source>
        <translation>%1 不是文件。</translation>
    </message>
    <message>
        <source>Choose a report file. A folder can be dropped on the window: the reports in it are listed.</source>
        <translation>请选择报告文件。也可以把文件夹拖到窗口上，其中的报告会被列出。</translation>
    </message>
    <message>
        <source>%1 is empty (0 bytes).</source>
        <translation>%1 是空文件（0 字节）。</translation>
    </message>
    <message>
        <source>Recording or copying was probably interrupted: copy the file again, or record again.</source>
        <translation>录制或复制可能被中断：请重新复制该文件，或重新录制。</translation>
    </message>
    <message>
        <source>%1 ends too early[ (at byte %3)][: %2]. Nothing in it could be read.</source>
        <translation>%1 过早结束[（在第 %3 字节处）][：%2]，没有任何内容可以读取。</translation>
    </message>
    <message>
        <source>Copy the file again and compare its size with the original.</source>
        <translation>请重新复制该文件，并与原文件比较大小。</translation>
    </message>
    <message>
        <source>%1 is damaged[ (at %3)][: %2].</source>
        <translation>%1 已损坏[（位置 %3）][：%2]。</translation>
    </message>
    <message>
        <source>Copy the file again from the machine that recorded it. If the original is damaged too, record again.</source>
        <translation>请从录制它的机器上重新复制该文件；如果原文件也已损坏，请重新录制。</translation>
    </message>
    <message>
        <source>%1 is not a report that Sightline can read[: %2].</source>
        <translation>%1 不是 Sightline 能读取的报告[：%2]。</translation>
    </message>
    <message>
        <source>Open a report of Nsight Systems or Nsight Compute, a trace of Chrome, PyTorch or Perfetto, a database of rocprof, or a Sightline report (.rep).</source>
        <translation>请打开 Nsight Systems 或 Nsight Compute 的报告，Chrome、PyTorch 或 Perfetto 的 trace，rocprof 的数据库，或 Sightline 报告（.rep）。</translation>
    </message>
    <message>
        <source>%1 was written by a newer version[: %2].</source>
        <translation>%1 由更新的版本写成[：%2]。</translation>
    </message>
    <message>
        <source>Update Sightline, or convert the report with the program that wrote it.</source>
        <translation>请更新 Sightline，或用写出该报告的程序转换它。</translation>
    </message>
    <message>
        <source>%1 is an SQLite database, but not a profile[; among its tables are %2].</source>
        <translation>%1 是 SQLite 数据库，但不是性能分析数据[；其中的表包括 %2]。</translation>
    </message>
    <message>
        <source>Open a database that “nsys export --type sqlite”, rocprofv3 or rpd wrote.</source>
        <translation>请打开由“nsys export --type sqlite”、rocprofv3 或 rpd 写出的数据库。</translation>
    </message>
    <message>
        <source>%1 is an SQLite database without any table of a profiler.</source>
        <translation>%1 是 SQLite 数据库，但不含任何性能分析表。</translation>
    </message>
    <message>
        <source>The export was probably interrupted. Export again with “nsys export --type sqlite”.</source>
        <translation>导出可能被中断。请用“nsys export --type sqlite”重新导出。</translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer; the real file[ (%2)] was not downloaded.</source>
        <translation>%1 是 Git LFS 指针，真正的文件[（%2）]尚未下载。</translation>
    </message>
    <message>
        <source>Fetch it with “git lfs pull” in its folder, then try again.</source>
        <translation>请在其文件夹中运行“git lfs pull”取得文件，然后重试。</translation>
    </message>
    <message>
        <source>%1 is a raw capture (.qdstrm) that was never turned into a report.</source>
        <translation>%1 是原始采集数据（.qdstrm），尚未转换为报告。</translation>
    </message>
    <message>
        <source>Turn it into one with the QdstrmImporter of the Nsight Systems version that recorded it, then open the .nsys-rep.</source>
        <translation>请用录制它的 Nsight Systems 版本所带的 QdstrmImporter 转换，然后打开生成的 .nsys-rep。</translation>
    </message>
    <message>
        <source>%1 uses something that Sightline cannot read[: %2].</source>
        <translation>%1 使用了 Sightline 无法读取的内容[：%2]。</translation>
    </message>
    <message>
        <source>Open another form of the same report, for example its SQLite export.</source>
        <translation>请打开同一报告的其他形式，例如其 SQLite 导出文件。</translation>
    </message>
    <message>
        <source>%1 is damaged: a length in it is larger than the file[ (at %3)][: %2].</source>
        <translation>%1 已损坏：其中的一个长度超过了文件大小[（位置 %3）][：%2]。</translation>
    </message>
    <message>
        <source>There is not enough memory for %1[: %2].</source>
        <translation>内存不足，无法打开 %1[：%2]。</translation>
    </message>
    <message>
        <source>Close other reports or programs, then try again.</source>
        <translation>请关闭其他报告或程序，然后重试。</translation>
    </message>
    <message>
        <source>%1 was not read to its end: it was cancelled.</source>
        <translation>%1 没有读完：读取已被取消。</translation>
    </message>
    <message>
        <source>Load it again to see everything.</source>
        <translation>重新加载即可查看全部内容。</translation>
    </message>
    <message>
        <source>%1 cannot be written[: %2].</source>
        <translation>无法写入 %1[：%2]。</translation>
    </message>
    <message>
        <source>Check the free space and your rights in that folder, or choose another place.</source>
        <translation>请检查剩余空间和该文件夹的写入权限，或选择其他位置。</translation>
    </message>
    <message>
        <source>%1 is an HTML page[ (“%2”)], not a trace.</source>
        <translation>%1 是 HTML 网页[（“%2”）]，不是 trace。</translation>
    </message>
    <message>
        <source>A server probably sent this page in place of the file, for example to ask for a login: download the file again.</source>
        <translation>服务器可能用这个网页代替了文件，例如要求登录：请重新下载该文件。</translation>
    </message>
    <message>
        <source>%1 is a text trace of the Linux kernel (ftrace, systrace).</source>
        <translation>%1 是 Linux 内核的文本 trace（ftrace、systrace）。</translation>
    </message>
    <message>
        <source>Open it at ui.perfetto.dev. Sightline reads traces of GPU programs.</source>
        <translation>请在 ui.perfetto.dev 打开它。Sightline 读取的是 GPU 程序的 trace。</translation>
    </message>
    <message>
        <source>Open the trace that the PyTorch profiler wrote in the same run (.pt.trace.json).</source>
        <translation>请打开同一次运行中 PyTorch profiler 写出的 trace（.pt.trace.json）。</translation>
    </message>
    <message>
        <source>%1 is a log of the NCCL Inspector: figures of collectives without events.</source>
        <translation>%1 是 NCCL Inspector 的日志：只有集合通信的数据，没有事件。</translation>
    </message>
    <message>
        <source>Open a trace of the same run, from Nsight Systems or the PyTorch profiler.</source>
        <translation>请打开同一次运行的 trace，来自 Nsight Systems 或 PyTorch profiler。</translation>
    </message>
    <message>
        <source>%1 is a CPU profile of a JavaScript program (.cpuprofile).</source>
        <translation>%1 是 JavaScript 程序的 CPU profile（.cpuprofile）。</translation>
    </message>
    <message>
        <source>Open it in the developer tools of a browser. Sightline reads traces of GPU programs.</source>
        <translation>请在浏览器的开发者工具中打开它。Sightline 读取的是 GPU 程序的 trace。</translation>
    </message>
    <message>
        <source>%1 is the result of an Nsight Systems recipe[ (%2)], not a report.</source>
        <translation>%1 是 Nsight Systems recipe 的结果[（%2）]，不是报告。</translation>
    </message>
    <message>
        <source>Open the reports (.nsys-rep) that the recipe was run on.</source>
        <translation>请打开运行该 recipe 时所用的报告（.nsys-rep）。</translation>
    </message>
    <message>
        <source>%1 is an export of Nsight Systems in its old JSON form.</source>
        <translation>%1 是 Nsight Systems 旧 JSON 格式的导出文件。</translation>
    </message>
    <message>
        <source>Open the report (.nsys-rep) itself, or export it with “nsys export --type sqlite”.</source>
        <translation>请打开报告（.nsys-rep）本身，或用“nsys export --type sqlite”导出。</translation>
    </message>
    <message>
        <source>%1 is JSON, but holds no trace events[: %2].</source>
        <translation>%1 是 JSON，但不含 trace 事件[：%2]。</translation>
    </message>
    <message>
        <source>Open the trace itself: JSON with “traceEvents”, or a list of events with “ph” and “ts”.</source>
        <translation>请打开 trace 本身：含有“traceEvents”的 JSON，或带“ph”和“ts”的事件列表。</translation>
    </message>
    <message>
        <source>%1 is a pprof profile: sums of call stacks without times.</source>
        <translation>%1 是 pprof 文件：只有调用栈的汇总，没有时间。</translation>
    </message>
    <message>
        <source>Look at it with “pprof”. To see the program over time, record a trace of it.</source>
        <translation>请用“pprof”查看。若要看程序随时间的运行情况，请录制 trace。</translation>
    </message>
    <message>
        <source>%1 is a capture of the Tracy profiler.</source>
        <translation>%1 是 Tracy profiler 的采集文件。</translation>
    </message>
    <message>
        <source>%1 is a program or a library[ (%2)], not a report.</source>
        <translation>%1 是程序或库[（%2）]，不是报告。</translation>
    </message>
    <message>
        <source>Record it first, for example with “nsys profile”, then open the report.</source>
        <translation>请先录制它，例如用“nsys profile”，再打开报告。</translation>
    </message>
    <message>
        <source>%1 holds tables in the form of %2.</source>
        <translation>%1 含有 %2 格式的表。</translation>
    </message>
    <message>
        <source>Open the report that they were exported from, or export it with “nsys export --type sqlite”.</source>
        <translation>请打开导出这些表的报告，或用“nsys export --type sqlite”导出。</translation>
    </message>
    <message>
        <source>%1 is a CSV table, but none that ncu prints[; its columns are %2].</source>
        <translation>%1 是 CSV 表，但不是 ncu 输出的表[；它的列为 %2]。</translation>
    </message>
    <message>
        <source>Open the report that the table was made from.</source>
        <translation>请打开生成该表的报告。</translation>
    </message>
    <message>
        <source>%1 is compressed, with nothing inside.</source>
        <translation>%1 是压缩文件，但里面没有内容。</translation>
    </message>
    <message>
        <source>Packing or copying was probably interrupted: pack or copy the file again.</source>
        <translation>打包或复制可能被中断：请重新打包或复制该文件。</translation>
    </message>
    <message>
        <source>%1 is an archive[ (%2)].</source>
        <translation>%1 是归档文件[（%2）]。</translation>
    </message>
    <message>
        <source>Unpack it, then open the reports that were in it.</source>
        <translation>请先解包，再打开其中的报告。</translation>
    </message>
    <message>
        <source>%1 is a file that the report is made from, and was left as it is.</source>
        <translation>报告是由 %1 生成的，因此未改动该文件。</translation>
    </message>
    <message>
        <source>Give the .rep file that is to be written another name.</source>
        <translation>请为要写入的 .rep 文件另取名称。</translation>
    </message>
    <message>
        <source>%1 is there already, is not a Sightline report and was left as it is[: %2].</source>
        <translation>%1 已存在，且不是 Sightline 报告，因此未改动该文件[：%2]。</translation>
    </message>
    <message>
        <source>Give the .rep file that is to be written another name; on the command line it comes last.</source>
        <translation>请为要写入的 .rep 文件另取名称；在命令行中，它写在最后。</translation>
    </message>
    <message>
        <source>The trace in %1 cannot be read: no temporary file can be written for it[: %2].</source>
        <translation>无法读取 %1 中的跟踪：无法为其写入临时文件[：%2]。</translation>
    </message>
    <message>
        <source>Free some space in the folder for temporary files, or set the environment variable TMPDIR to a folder that you may write to.</source>
        <translation>请在临时文件所在的文件夹中腾出空间，或将环境变量 TMPDIR 设为您可以写入的文件夹。</translation>
    </message>
    <message>
        <source>Launches whose GPU work is not in the report: %1 of %2, mostly %3.</source>
        <translation>GPU 工作不在报告中的 launch：共 %2 个中有 %1 个，多数是 %3。</translation>
    </message>
    <message>
        <source>Begin the capture between two steps, and synchronize the GPU before it ends.</source>
        <translation>请在两个 step 之间开始采集，并在结束前同步 GPU。</translation>
    </message>
    <message>
        <source>Kernels whose launch is not in the report: %1 of %2, mostly %3.</source>
        <translation>launch 不在报告中的 kernel：共 %2 个中有 %1 个，多数是 %3。</translation>
    </message>
    <message>
        <source>Trace the CUDA API too, in all threads and from before the first launch on.</source>
        <translation>请同时跟踪 CUDA API，覆盖所有线程，并在第一次 launch 之前就开始。</translation>
    </message>
    <message>
        <source>Kernels that begin before their launch: %1 of %2, by up to %3. The clocks of CPU and GPU disagree.</source>
        <translation>早于其 launch 开始的 kernel：共 %2 个中有 %1 个，最多早 %3。CPU 与 GPU 的时钟不一致。</translation>
    </message>
    <message>
        <source>Do not rely on times between CPU and GPU that are shorter than that; a newer driver and profiler may keep the clocks closer.</source>
        <translation>不要解读 CPU 与 GPU 之间比这更短的时间；较新的驱动和分析器可能让时钟更接近。</translation>
    </message>
    <message>
        <source>Ranges that were never closed: %1. They are drawn to the end of the report, or of what encloses them.</source>
        <translation>从未关闭的 range：%1 个，已画到报告末尾或其外层的末尾。</translation>
    </message>
    <message>
        <source>Close every range that the program opens, also where an exception leaves it, before the capture ends.</source>
        <translation>请在采集结束前关闭程序打开的每个 range，因异常离开时也一样。</translation>
    </message>
    <message>
        <source>The profiler lost records, or may have: %1.</source>
        <translation>分析器丢失了（或可能丢失了）记录：%1。</translation>
    </message>
    <message>
        <source>Capture a shorter time or fewer kinds of events, or give the profiler larger buffers.</source>
        <translation>请缩短采集时间、减少事件种类，或给分析器更大的缓冲区。</translation>
    </message>
    <message>
        <source>Parts of the file that could not be read: %1. The notes say which.</source>
        <translation>文件中无法读取的部分：%1 处。说明中列出了是哪些。</translation>
    </message>
    <message>
        <source>Copy the file again from the machine that recorded it, or record again.</source>
        <translation>请从录制它的机器重新复制文件，或重新录制。</translation>
    </message>
    <message>
        <source>Events or parts of a kind that Sightline does not know: %1. The notes say which.</source>
        <translation>Sightline 不认识的事件或部分：%1 个。说明中列出了是哪些。</translation>
    </message>
    <message>
        <source>The file is not damaged. A newer version of Sightline may know them; if it does not, please tell us.</source>
        <translation>文件没有损坏。新版本的 Sightline 可能认识它们；如果仍不认识，请告诉我们。</translation>
    </message>
    <message>
        <source>Events that are nested or overlap too deeply to be drawn: %1. The notes say where.</source>
        <translation>嵌套或重叠过深而无法绘制的事件：%1 个。说明中列出了位置。</translation>
    </message>
    <message>
        <source>The file is not damaged. Record work that overlaps in threads of its own, or as asynchronous events, or capture a shorter time.</source>
        <translation>文件没有损坏。请将重叠的工作记录在各自的线程中或记录为异步事件，或采集更短的时间。</translation>
    </message>
    <message>
        <source>The profiler lacked a permission: %1.</source>
        <translation>分析器缺少权限：%1。</translation>
    </message>
    <message>
        <source>Ask for it and record again: CPU samples need kernel.perf_event_paranoid at 2 or less, with time in the kernel at 1, of the whole system at 0; GPU counters need access for all users.</source>
        <translation>请申请权限后重新记录：CPU 采样需要 kernel.perf_event_paranoid 不大于 2，包含内核时间需要 1，整个系统需要 0；GPU 计数器需要对所有用户开放。</translation>
    </message>
    <message>
        <source>A part of the profiler did not start as it should: %1.</source>
        <translation>分析器的一部分未能正常启动：%1。</translation>
    </message>
    <message>
        <source>Check that profiler and driver fit together, and that no other profiler runs at the same time.</source>
        <translation>请检查分析器与驱动是否匹配，并确认没有其他分析器同时运行。</translation>
    </message>
    <message>
        <source>Something was to be recorded, and nothing came: %1.</source>
        <translation>有内容本应录制，却什么也没有得到：%1。</translation>
    </message>
    <message>
        <source>If the program does use it, start the program through the profiler, and capture while it is used.</source>
        <translation>如果程序确实使用了它，请通过分析器启动程序，并在使用期间采集。</translation>
    </message>
    <message>
        <source>Events cover only %1 of the time of the report.</source>
        <translation>事件只覆盖了报告时间的 %1。</translation>
    </message>
    <message>
        <source>Begin and end the capture around the part that matters.</source>
        <translation>请围绕重要的部分开始和结束采集。</translation>
    </message>
    <message>
        <source>Idle time of GPUs is not reliable here: a GPU may have worked where the report shows nothing.</source>
        <translation>此处的 GPU 空闲时间不可靠：报告中没有显示内容的时段，GPU 可能也在工作。</translation>
    </message>
    <message>
        <source>Draw no conclusions from idle GPU time until the other findings are resolved.</source>
        <translation>在解决其他问题之前，不要根据 GPU 空闲下结论。</translation>
    </message>
    <message>
        <source>An excerpt of %1, from %2 to %3. Events that cross these times are kept whole.</source>
        <translation>从 %1 中截取的一部分：%2 至 %3。跨越边界的事件保持完整。</translation>
    </message>
    <message>
        <source>Work in it may have been launched before it, and work of its last calls may run after it: both are in the full report.</source>
        <translation>之前的调用可能启动了其中的工作，最后几次调用的工作可能在其后：完整报告中都有。</translation>
    </message>
    <message>
        <source>Stacks are not whole: %1.</source>
        <translation>调用栈不完整：%1。</translation>
    </message>
    <message>
        <source>Trees have them below “[outer frames left out]”.</source>
        <translation>它们在调用树中位于“[已省略外层帧]”之下。</translation>
    </message>
    <message>
        <source>Nothing in the report could be interpreted: %1 rows. The notes name their tables.</source>
        <translation>报告中的内容完全无法识别：%1 行。说明中列出了是哪些表。</translation>
    </message>
    <message>
        <source>Export the report again with another version of its profiler, or open the report itself; and please tell us.</source>
        <translation>请用另一版本的分析器重新导出报告，或直接打开报告本身；也请告诉我们。</translation>
    </message>
    <message>
        <source>Launches that were captured into graphs: %1 of %2. Their work runs when the graphs are launched.</source>
        <translation>被捕获进 graph 的 launch：%2 次中的 %1 次。它们的工作在 graph 启动时运行。</translation>
    </message>
    <message>
        <source>Nothing is missing. To see each kernel of a graph, capture with --cuda-graph-trace=node.</source>
        <translation>没有缺失任何内容。要查看 graph 中的每个 kernel，请用 --cuda-graph-trace=node 采集。</translation>
    </message>
    <message>
        <source>The reason says what to change, if anything; the rest of the report is not affected.</source>
        <translation>原因中说明了需要更改什么（如果需要）；报告的其余部分不受影响。</translation>
    </message>
    <message>
        <source>Trees have them below “[outer frames left out]”. More are read where the system allows it: sysctl kernel.perf_event_max_stack=1000 before the capture.</source>
        <translation>它们在调用树中位于“[已省略外层帧]”之下。系统允许时可读取更多：采集前执行 sysctl kernel.perf_event_max_stack=1000。</translation>
    </message>
    <message>
        <source>Trees have them below “[outer frames left out]”. Build the program with -fno-omit-frame-pointer and capture with -b fp.</source>
        <translation>它们在调用树中位于“[已省略外层帧]”之下。请用 -fno-omit-frame-pointer 构建程序，并用 -b fp 采集。</translation>
    </message>
    <message>
        <source>Install the NVIDIA driver; in a container, give it the GPU (docker run --gpus all). sightline status -e says what can be captured on this machine.</source>
        <translation>请安装 NVIDIA 驱动；在容器中，请让它使用 GPU（docker run --gpus all）。sightline status -e 会说明本机可以采集什么。</translation>
    </message>
    <message>
        <source>Check what begins the capture, or capture the program from its beginning, without -c and -y. sightline status -e says what can be captured on this machine.</source>
        <translation>请检查由什么开始采集，或去掉 -c 和 -y，从程序开头采集。sightline status -e 会说明本机可以采集什么。</translation>
    </message>
    <message>
        <source>“%1” is nothing to compare by: %2.</source>
        <translation>不能按“%1”比较：%2。</translation>
    </message>
    <message>
        <source>“%1” asks for number 0: they are counted from 1.</source>
        <translation>“%1”要求第 0 个：编号从 1 开始。</translation>
    </message>
    <message>
        <source>“%1” is not something to align on. Choose from: auto, start, kernel, step, step:3, range:NAME, range:NAME:3, event:NAME, event:NAME:3, wall.</source>
        <translation>不能按“%1”对齐：可用 auto、start、kernel、step、step:3、range:NAME、range:NAME:3、event:NAME、event:NAME:3、wall。</translation>
    </message>
    <message>
        <source>--stretch makes a step, range or event as long in B as in A: “%1” has no length of its own, so --align step, range:NAME or event:NAME is needed.</source>
        <translation>--stretch 使 B 中的 step、range 或事件与 A 中一样长：“%1”本身没有长度，因此需要 --align step、range:NAME 或 event:NAME。</translation>
    </message>
    <message>
        <source>auto, where nothing repeats</source>
        <translation>没有重复内容时的 auto</translation>
    </message>
    <message>
        <source>%1: nothing repeats in both reports, so the whole ones were compared.</source>
        <translation>%1：两份报告中没有共同重复的内容，因此比较了整份报告。</translation>
    </message>
    <message>
        <source>broken: %1: %2 in A, %3 in B (%4)</source>
        <translation>超出阈值：%1：A 中为 %2，B 中为 %3（%4）</translation>
    </message>
    <message>
        <source>within the spread, not failed: %1: %2 in A, %3 in B (%4)</source>
        <translation>在离散范围内，不算失败：%1：A 中为 %2，B 中为 %3（%4）</translation>
    </message>
    <message>
        <source>“%1” is no threshold: metric.statistic, one of &gt; &gt;= &lt; &lt;=, and a number with its unit, such as step.p50&gt;+3% or kernel:NAME.mean&gt;1.5ms. %2</source>
        <translation>“%1”不是阈值：应为 metric.statistic、&gt; &gt;= &lt; &lt;= 之一和带单位的数字，例如 step.p50&gt;+3% 或 kernel:NAME.mean&gt;1.5ms。%2</translation>
    </message>
    <message>
        <source>None of &gt; &gt;= &lt; &lt;= is in it.</source>
        <translation>其中没有 &gt; &gt;= &lt; &lt;=。</translation>
    </message>
    <message>
        <source>“%1” lacks a statistic: .p50, .mean …</source>
        <translation>“%1”缺少统计量：.p50、.mean……</translation>
    </message>
    <message>
        <source>There is no metric “%1”.</source>
        <translation>没有指标“%1”。</translation>
    </message>
    <message>
        <source>“%1” takes no name.</source>
        <translation>“%1”不带名称。</translation>
    </message>
    <message>
        <source>“%1” lacks a name: %1:NAME.</source>
        <translation>“%1”缺少名称：%1:NAME。</translation>
    </message>
    <message>
        <source>There is no statistic “%1”.</source>
        <translation>没有统计量“%1”。</translation>
    </message>
    <message>
        <source>“%1” has no count: that is for what has a name, as kernel:NAME.count.</source>
        <translation>“%1”没有次数：只有带名称的指标才有，例如 kernel:NAME.count。</translation>
    </message>
    <message>
        <source>“%1” is no number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>“%1” lacks its sign: +3% is a change to more than in A, -3% to less.</source>
        <translation>“%1”缺少正负号：+3% 表示比 A 多，-3% 表示比 A 少。</translation>
    </message>
    <message>
        <source>“%1” lacks its unit: %, ns, us, ms or s.</source>
        <translation>“%1”缺少单位：%、ns、us、ms 或 s。</translation>
    </message>
    <message>
        <source>There is no unit “%1”: %, ns, us, ms or s.</source>
        <translation>没有单位“%1”：可用 %、ns、us、ms 或 s。</translation>
    </message>
    <message>
        <source>“%1”: a count has no unit; 5 is B&apos;s own, +1 and +10% are changes.</source>
        <translation>“%1”：次数没有单位；5 是 B 自身的值，+1 和 +10% 是变化量。</translation>
    </message>
    <message>
        <source>“%1”: a ~ stands behind a change, which has a sign: +3%~.</source>
        <translation>“%1”：~ 写在带正负号的变化量之后：+3%~。</translation>
    </message>
    <message>
        <source>“%1” is asked of a repetition, and nothing repeats in both reports: %2. %3</source>
        <translation>“%1”针对的是一次重复，而两份报告中没有共同重复的内容：%2。%3</translation>
    </message>
    <message>
        <source>%1 (%2) has no events</source>
        <translation>%1（%2）没有事件</translation>
    </message>
    <message>
        <source>%1 (%2) has no steps</source>
        <translation>%1（%2）没有 step</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1，且 %2</translation>
    </message>
    <message>
        <source>they have no whole step in common</source>
        <translation>它们没有共同的完整 step</translation>
    </message>
    <message>
        <source>Capture again; the report&apos;s health says why nothing was recorded.</source>
        <translation>请重新采集，并在采集状况中查看为何没有任何内容。</translation>
    </message>
    <message>
        <source>Mark the steps of the program, with a range of the same name around each, or compare whole reports with --whole.</source>
        <translation>请标记程序的各个 step，在每个 step 外加上同名 range，或用 --whole 比较整份报告。</translation>
    </message>
    <message>
        <source>“%1” cannot be answered: %2 kernels have that name, such as “%3” and “%4”. Give one with its parameters.</source>
        <translation>无法回答“%1”：有 %2 个 kernel 叫这个名称，例如“%3”和“%4”。请给出一个带参数的名称。</translation>
    </message>
    <message>
        <source>“%1” cannot be answered: neither report holds such a name.</source>
        <translation>无法回答“%1”：两份报告中都没有这个名称。</translation>
    </message>
    <message>
        <source>“%1” cannot be answered: %2 holds nothing of it.</source>
        <translation>无法回答“%1”：%2 中没有相关内容。</translation>
    </message>
    <message>
        <source>“%1” cannot be answered: it is 0 in A, so there is no change in percent.</source>
        <translation>无法回答“%1”：A 中为 0，因此没有百分比变化。</translation>
    </message>
    <message>
        <source>%1 is not used. %2.</source>
        <translation>%1 未被使用。%2。</translation>
    </message>
    <message>
        <source>It is no JSON with a list “chips”</source>
        <translation>它不是含有“chips”列表的 JSON</translation>
    </message>
    <message>
        <source>Chip %1 cannot be read: %2</source>
        <translation>第 %1 个芯片无法读取：%2</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>“%1” of “tops” is no known rate with a number from 0 on</source>
        <translation>“tops”中的“%1”不是已知的速率，或其值不是不小于 0 的数字</translation>
    </message>
    <message>
        <source>“%1” is no number from 0 on</source>
        <translation>“%1”不是不小于 0 的数字</translation>
    </message>
    <message>
        <source>“unverified” is no list of names</source>
        <translation>“unverified”不是名称列表</translation>
    </message>
    <message>
        <source>“%1” of “unverified” is no known rate</source>
        <translation>“unverified”中的“%1”不是已知的速率</translation>
    </message>
    <message>
        <source>“name” or “match” is missing</source>
        <translation>缺少“name”或“match”</translation>
    </message>
    <message>
        <source>“memory_gb” is no pair of numbers</source>
        <translation>“memory_gb”不是一对数字</translation>
    </message>
    <message>
        <source>“sms” or “practical” is no such number</source>
        <translation>“sms”或“practical”不是合适的数字</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows; --rows 0 shows all.</source>
        <translation>共 %2 行，此处是前 %1 行；--rows 0 显示全部。</translation>
    </message>
    <message>
        <source>Without rows: %1. sightline stats -r NAME says why.</source>
        <translation>没有行的表：%1。原因见 sightline stats -r NAME。</translation>
    </message>
    <message>
        <source>All tables are without rows: %1. What the report holds says: sightline info</source>
        <translation>所有表都没有行：%1。报告中有什么，见：sightline info</translation>
    </message>
    <message>
        <source>See the rule %1.</source>
        <translation>见规则 %1。</translation>
    </message>
    <message>
        <source>%1 (with care)</source>
        <translation>%1（须谨慎看待）</translation>
    </message>
    <message>
        <source>%1[, %2]: %3.</source>
        <translation>%1[，%2]：%3。</translation>
    </message>
    <message>
        <source>No rule found anything that costs time.</source>
        <translation>没有规则发现浪费时间之处。</translation>
    </message>
    <message>
        <source>Found nothing: %1.</source>
        <translation>没有发现：%1。</translation>
    </message>
    <message>
        <source>Lack what they need: %1.</source>
        <translation>缺少所需数据：%1。</translation>
    </message>
    <message>
        <source>All rules with what they say: sightline analyze --all</source>
        <translation>所有规则及其结论：sightline analyze --all</translation>
    </message>
    <message>
        <source>Gain at most: %1</source>
        <translation>最多可节省：%1</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln smaller changes: --rows %2 or -f json lists all</source>
        <translation>
            <numerusform>……以及 %Ln 处更小的变化：--rows %2 或 -f json 列出全部</numerusform>
        </translation>
    </message>
    <message>
        <source>Time in A = time in B %1 %2 ns[, with B&apos;s times from %3 ns on stretched by %4]</source>
        <translation>A 中的时间 = B 中的时间 %1 %2 ns[，B 自 %3 ns 起的时间按 %4 倍拉伸]</translation>
    </message>
    <message>
        <source>%1, of the whole reports</source>
        <translation>%1，整个报告</translation>
    </message>
    <message>
        <source>%1, medians of the repetitions</source>
        <translation>%1，各次重复的中位数</translation>
    </message>
    <message>
        <source>The first %1 of %2:</source>
        <translation>共 %2 行，前 %1 行：</translation>
    </message>
    <message>
        <source>Nothing that both reports hold.</source>
        <translation>没有两个报告都有的内容。</translation>
    </message>
    <message>
        <source>%1 of events from %2 to %3[, %4]</source>
        <translation>%1 的事件，从 %2 到 %3[，%4]</translation>
    </message>
    <message>
        <source>no events[, %1]</source>
        <translation>没有事件[，%1]</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>capture health:[ %1]</source>
        <translation>采集健康状况：[%1]</translation>
    </message>
    <message>
        <source>events cover %1 of the time[; %2]</source>
        <translation>事件覆盖 %1 的时间[；%2]</translation>
    </message>
    <message>
        <source>idle time is not reliable</source>
        <translation>空闲时间不可靠</translation>
    </message>
    <message>
        <source>nothing seems to be missing</source>
        <translation>似乎没有缺失</translation>
    </message>
    <message>
        <source>left out: %1 %2</source>
        <translation>略去：%1 %2</translation>
    </message>
    <message>
        <source>%1[ (first: %2)]</source>
        <translation>%1[（第一处：%2）]</translation>
    </message>
    <message numerus="yes">
        <source>%Ln kernels profiled: up to %2 metrics each (%3 values), %4 sections, %5 remarks of rules, %6 values by place or time</source>
        <translation>
            <numerusform>剖析了 %Ln 个 kernel：每个最多 %2 个指标（%3 个值）、%4 个分节、%5 条规则说明、%6 个按位置或时间的值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2[ (%3)] and %4 on %5</source>
        <translation>%5上有%1、%2[（%3）]和%4</translation>
    </message>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln values of counters</source>
        <translation>
            <numerusform>%Ln 个计数器值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1[, %2]</source>
        <translation>%1[，%2]</translation>
    </message>
    <message numerus="yes">
        <source>%Ln gaps</source>
        <translation>
            <numerusform>%Ln 处空缺</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrows</source>
        <translation>
            <numerusform>%Ln 个箭头</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>other events of the file carry them</source>
        <translation>由文件中的其他事件携带</translation>
    </message>
    <message>
        <source>the file has ends, rows have arrows; launches are joined by correlation ids</source>
        <translation>文件中是端点，行上是箭头；启动由 Correlation ID 相连</translation>
    </message>
    <message>
        <source>in and out are one state</source>
        <translation>进和出合为一个状态</translation>
    </message>
    <message>
        <source>some only name things</source>
        <translation>有些只用于命名</translation>
    </message>
    <message>
        <source>drawn as %1</source>
        <translation>画作 %1</translation>
    </message>
    <message>
        <source>one entry of the file can be several</source>
        <translation>文件中的一项可以是多个</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Clock is ahead by</source>
        <translation>时钟超前</translation>
    </message>
    <message>
        <source>Aligned by</source>
        <translation>对齐依据</translation>
    </message>
    <message>
        <source>Shifted by</source>
        <translation>时间平移</translation>
    </message>
    <message>
        <source>Collectives compared</source>
        <translation>已比较的集合通信</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Cut from</source>
        <translation>截取自</translation>
    </message>
    <message>
        <source>Cut begins at</source>
        <translation>截取起点</translation>
    </message>
    <message>
        <source>Cut ends at</source>
        <translation>截取终点</translation>
    </message>
    <message>
        <source>the measure for the other files</source>
        <translation>其他文件的基准</translation>
    </message>
    <message>
        <source>ends of collectives</source>
        <translation>集合通信的结束时刻</translation>
    </message>
    <message>
        <source>wall clock</source>
        <translation>系统时钟</translation>
    </message>
    <message>
        <source>clock of the machine</source>
        <translation>机器的时钟</translation>
    </message>
    <message>
        <source>given offset</source>
        <translation>指定的偏移</translation>
    </message>
    <message>
        <source>start</source>
        <translation>文件起点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln allocations were made before the trace begins and are shown at its beginning: %2</source>
        <translation>
            <numerusform>%Ln 次分配发生在跟踪开始之前，显示在跟踪的开头：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The trace was full, and its oldest entries were overwritten: those of at least %Ln allocations are lost (%2). Record with a greater max_entries</source>
        <translation>
            <numerusform>跟踪已写满，最早的条目被覆盖：至少 %Ln 次分配的条目丢失（%2）。请用更大的 max_entries 录制</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests for GPU memory failed because there was none left: %2</source>
        <translation>
            <numerusform>%Ln 次 GPU 内存请求失败，因为内存已用尽：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is a PyTorch execution trace[ in the form of %2]: it lists operators without times.</source>
        <translation>%1 是 PyTorch 的执行跟踪[（%2 格式）]：它列出算子，但没有时间。</translation>
    </message>
    <message>
        <source>%1 is a Python pickle, but no memory snapshot of PyTorch[: %2].</source>
        <translation>%1 是 Python pickle，但不是 PyTorch 的内存快照[：%2]。</translation>
    </message>
    <message>
        <source>Open the file that torch.cuda.memory._dump_snapshot() wrote, as it wrote it.</source>
        <translation>请打开 torch.cuda.memory._dump_snapshot() 写出的原文件。</translation>
    </message>
    <message>
        <source>%1 holds only a picture of PyTorch&apos;s memory over time, no numbers.</source>
        <translation>%1 只含一张 PyTorch 内存随时间变化的图片，没有数字。</translation>
    </message>
    <message>
        <source>Write the numbers with export_memory_timeline(&quot;NAME.json.gz&quot;), or a snapshot with torch.cuda.memory._dump_snapshot(), and open that.</source>
        <translation>请用 export_memory_timeline(&quot;NAME.json.gz&quot;) 写出数字，或用 torch.cuda.memory._dump_snapshot() 写出快照，再打开它。</translation>
    </message>
    <message>
        <source>its opcode %1 would run code, which no snapshot needs; nothing of it was run</source>
        <translation>其操作码 %1 会运行代码，而快照不需要这样做；其中没有任何内容被运行</translation>
    </message>
    <message>
        <source>opcode %1 is not one of plain values</source>
        <translation>操作码 %1 不属于普通值</translation>
    </message>
    <message>
        <source>a value that does not fit into its place</source>
        <translation>不适合所在位置的值</translation>
    </message>
    <message numerus="yes">
        <source>more than %Ln lists lie in each other</source>
        <translation>
            <numerusform>嵌套的列表超过 %Ln 层</numerusform>
        </translation>
    </message>
    <message>
        <source>a text of %1</source>
        <translation>长 %1 的文本</translation>
    </message>
    <message>
        <source>the pickle ends in the middle</source>
        <translation>pickle 在中间结束</translation>
    </message>
    <message>
        <source>outer frames of a call stack</source>
        <translation>调用栈的外层帧</translation>
    </message>
    <message>
        <source>lists that are there twice</source>
        <translation>重复出现的列表</translation>
    </message>
    <message>
        <source>Entries of the trace without a time stand behind the one before, in their order</source>
        <translation>没有时间的跟踪条目按次序排在前一条之后</translation>
    </message>
    <message>
        <source>annotations of the snapshot</source>
        <translation>快照的标注</translation>
    </message>
    <message>
        <source>%1 on GPU %2</source>
        <translation>GPU %2 上 %1</translation>
    </message>
    <message>
        <source>blocks of GPU %1 that the trace has in use and the snapshot has not</source>
        <translation>GPU %1 上跟踪认为在用而快照认为不在用的块</translation>
    </message>
    <message>
        <source>times and sizes of the memory timeline</source>
        <translation>内存时间线的时间和大小</translation>
    </message>
    <message>
        <source>rows of the memory timeline</source>
        <translation>内存时间线的行</translation>
    </message>
    <message>
        <source>The report holds no segments of an allocator. A memory snapshot of PyTorch has them (torch.cuda.memory._dump_snapshot()).</source>
        <translation>报告中没有分配器的段。PyTorch 的内存快照含有它们（torch.cuda.memory._dump_snapshot()）。</translation>
    </message>
    <message>
        <source>Only events of kinds</source>
        <translation>仅含这些种类的事件</translation>
    </message>
    <message>
        <source>Traces in this file</source>
        <translation>此文件中的 trace 数</translation>
    </message>
    <message>
        <source>Time of the first event in the file (ns)</source>
        <translation>文件中首个事件的时间 (ns)</translation>
    </message>
    <message>
        <source>This rule holds for GPUs of another vendor: it judges by names that only its libraries and profilers have.</source>
        <translation>此规则适用于另一厂商的 GPU：它依据只有该厂商的库和分析器才有的名称来判断。</translation>
    </message>
    <message>
        <source>The dense peak of %1 in %2 is not known: the table of chips does not name this GPU or precision.</source>
        <translation>%1 在 %2 下的稠密峰值未知：芯片表中没有此 GPU 或此精度。</translation>
    </message>
    <message>
        <source>MFU of the steps in %1: %2 % of %3 TFLOP/s, the dense peak of %4 in %5; work is known of %6 % of the kernels&apos; time.</source>
        <translation>%1 中各 step 的 MFU：%3 TFLOP/s（%4 在 %5 下的稠密峰值）的 %2 %；kernel 时间的 %6 % 的工作量已知。</translation>
    </message>
    <message>
        <source>MFU of the steps in %1 cannot be told. %2</source>
        <translation>无法得出 %1 中各 step 的 MFU。%2</translation>
    </message>
    <message>
        <source>%1 is a speedscope profile that holds no calls.</source>
        <translation>%1 是 speedscope 性能分析文件，但不含任何调用。</translation>
    </message>
    <message>
        <source>Record the program again, for as long as it works.</source>
        <translation>请重新录制该程序，录到它工作结束为止。</translation>
    </message>
    <message>
        <source>%1 is a recording of Linux perf (perf.data) that cannot be read[: %2].</source>
        <translation>%1 是 Linux perf 的录制文件（perf.data），但无法读取[：%2]。</translation>
    </message>
    <message>
        <source>Install perf, or print its samples where it is installed (“perf script -F +pid &gt; samples.txt”), and open these.</source>
        <translation>请安装 perf，或者在装有 perf 的机器上打印样本（“perf script -F +pid &gt; samples.txt”），再打开所得的文件。</translation>
    </message>
    <message>
        <source>Open it with the version of Tracy that recorded it, or list its zones with “tracy-csvexport -u”.</source>
        <translation>请用录制它的那个版本的 Tracy 打开，或者用“tracy-csvexport -u”列出其 zone。</translation>
    </message>
    <message>
        <source>the program perf is not installed</source>
        <translation>没有安装 perf 程序</translation>
    </message>
    <message>
        <source>it holds no samples</source>
        <translation>其中没有样本</translation>
    </message>
    <message>
        <source>inner frames of a call stack</source>
        <translation>调用栈的内层帧</translation>
    </message>
    <message>
        <source>numbers of functions that have no name</source>
        <translation>没有名称的函数编号</translation>
    </message>
    <message>
        <source>The profile has no times: each of its units[ (%2)] is drawn as %1</source>
        <translation>该性能分析文件没有时间：每个单位[（%2）]按 %1 绘制</translation>
    </message>
    <message>
        <source>lines that are no samples</source>
        <translation>不是样本的行</translation>
    </message>
    <message>
        <source>The snapshot has no allocations over time: call torch.cuda.memory._record_memory_history() before what it shall show</source>
        <translation>快照中没有随时间变化的分配：请在需要查看的部分之前调用 torch.cuda.memory._record_memory_history()</translation>
    </message>
    <message>
        <source>“%1” is no target: ssh:user@host[:port], or a command that runs another one elsewhere, such as docker exec -i NAME.</source>
        <translation>“%1”不是目标：应为 ssh:user@host[:port]，或在别处运行另一条命令的命令，例如 docker exec -i NAME。</translation>
    </message>
    <message>
        <source>“%1” has a quote without its end.</source>
        <translation>“%1”中有未结束的引号。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2.</source>
        <translation>无法连接到 %1：%2。</translation>
    </message>
    <message>
        <source>the command ended with exit code %1</source>
        <translation>该命令以退出码 %1 结束</translation>
    </message>
    <message>
        <source>the command was ended by signal %1</source>
        <translation>该命令被信号 %1 终止</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>nothing came for %1</source>
        <translation>%1 内没有收到任何内容</translation>
    </message>
    <message>
        <source>what came is no answer of Sightline</source>
        <translation>收到的不是 Sightline 的应答</translation>
    </message>
    <message>
        <source>no shell answered</source>
        <translation>没有 shell 应答</translation>
    </message>
    <message>
        <source>it was interrupted</source>
        <translation>已被中断</translation>
    </message>
    <message>
        <source>The connection to %1 is lost: %2. The capture goes on there, and Sightline connects again.</source>
        <translation>与 %1 的连接已断开：%2。采集在那里继续进行，Sightline 正在重新连接。</translation>
    </message>
    <message>
        <source>Connected to %1 again.</source>
        <translation>已重新连接到 %1。</translation>
    </message>
    <message>
        <source>The capture on %1 goes on without this command. For its report: %2</source>
        <translation>%1 上的采集在此命令结束后继续进行。要取得其报告：%2</translation>
    </message>
    <message>
        <source>%1 cannot be reached at the moment. Ctrl+C again ends this command; the capture goes on there.</source>
        <translation>目前无法连接到 %1。再按一次 Ctrl+C 将结束此命令，采集在那里继续进行。</translation>
    </message>
    <message>
        <source>The collector is sent to %1, once for this version (%2).</source>
        <translation>正在把采集器发送到 %1，每个版本只需一次（%2）。</translation>
    </message>
    <message>
        <source>The collector cannot be sent: %1: %2.</source>
        <translation>无法发送采集器：%1：%2。</translation>
    </message>
    <message>
        <source>%1 is %2, and the collector here is for %3. Build the target portable on such a machine, and name its folder with --on-kit.</source>
        <translation>%1 是 %2，而此处的采集器用于 %3。请在该种机器上构建目标 portable，并用 --on-kit 指定其文件夹。</translation>
    </message>
    <message>
        <source>%1 has %2, and the collector here needs glibc %3 or newer. Build the target portable on an older system, and name its folder with --on-kit.</source>
        <translation>%1 上是 %2，而此处的采集器需要 glibc %3 或更新版本。请在较旧的系统上构建目标 portable，并用 --on-kit 指定其文件夹。</translation>
    </message>
    <message>
        <source>No folder on %1 can hold the collector: neither ~/.cache nor TMPDIR can be written and has %2 free.</source>
        <translation>%1 上没有可以存放采集器的文件夹：~/.cache 和 TMPDIR 都不可写，或没有 %2 的可用空间。</translation>
    </message>
    <message>
        <source>%1 lacks the program %2, which unpacks the collector.</source>
        <translation>%1 上缺少用来解包采集器的程序 %2。</translation>
    </message>
    <message>
        <source>The collector cannot be run on %1: %2.</source>
        <translation>采集器无法在 %1 上运行：%2。</translation>
    </message>
    <message>
        <source>The collector for %1 is of version %2, and this program of version %3. Build it anew.</source>
        <translation>用于 %1 的采集器版本为 %2，而此程序的版本为 %3。请重新构建它。</translation>
    </message>
    <message>
        <source>There is no folder %1 for the program to run in.</source>
        <translation>程序要在其中运行的文件夹 %1 不存在。</translation>
    </message>
    <message>
        <source>The session cannot be started: %1.</source>
        <translation>无法启动会话：%1。</translation>
    </message>
    <message>
        <source>There is no capture %1.</source>
        <translation>没有采集 %1。</translation>
    </message>
    <message>
        <source>The capture %1 is running.</source>
        <translation>采集 %1 正在进行。</translation>
    </message>
    <message>
        <source>%1 has nothing left of this capture: it was started again, or its TMPDIR was emptied.</source>
        <translation>%1 上已没有此次采集的任何内容：机器已重新启动，或其 TMPDIR 已被清空。</translation>
    </message>
    <message>
        <source>The session on %1 was killed. The report is made from what it left.</source>
        <translation>%1 上的会话被强行终止。报告由它留下的内容生成。</translation>
    </message>
    <message>
        <source>What the capture left on %1 stays there. To remove it: %2</source>
        <translation>采集在 %1 上留下的内容保留在那里。要删除它：%2</translation>
    </message>
    <message>
        <source>The report stays on %1. To bring it here: %2</source>
        <translation>报告保留在 %1 上。要把它取到这里：%2</translation>
    </message>
    <message>
        <source>What happens on %1 is not shown live any more, since the disk here is nearly full. The capture goes on.</source>
        <translation>由于此处磁盘快满，不再实时显示 %1 上的情况。采集继续进行。</translation>
    </message>
    <message>
        <source>A session on another machine answers status, stop, cancel and shutdown.</source>
        <translation>其他机器上的会话只应答 status、stop、cancel 和 shutdown。</translation>
    </message>
    <message>
        <source>The connection was lost before the answer came.</source>
        <translation>在收到应答之前连接已断开。</translation>
    </message>
    <message>
        <source>The clock of %1 is %2 ahead of the one here, with an error of at most %3.</source>
        <translation>%1 的时钟比此处快 %2，误差不超过 %3。</translation>
    </message>
    <message>
        <source>The clock of %1 is %2 behind the one here, with an error of at most %3.</source>
        <translation>%1 的时钟比此处慢 %2，误差不超过 %3。</translation>
    </message>
    <message>
        <source>The reports are not merged: there is none of %1.</source>
        <translation>报告没有合并：缺少 %1 的报告。</translation>
    </message>
    <message>
        <source>Only one report came, so nothing is merged.</source>
        <translation>只收到一份报告，因此没有合并。</translation>
    </message>
    <message>
        <source>This command serves sightline profile --on, which runs it where the program is to run.</source>
        <translation>此命令供 sightline profile --on 使用，它会在要运行程序的机器上运行此命令。</translation>
    </message>
    <message>
        <source>%1 is not written: it needs %2, and the disk has %3 free.</source>
        <translation>%1 没有写入：它需要 %2，而磁盘可用空间为 %3。</translation>
    </message>
    <message>
        <source>The flight recorder kept the last %1 only: what was before is not in this report.</source>
        <translation>飞行记录器只保留了最后 %1：此前的内容不在本报告中。</translation>
    </message>
    <message>
        <source>A report of the last %1 is written, as it was asked for.</source>
        <translation>按要求写出最后 %1 的报告。</translation>
    </message>
    <message>
        <source>A report of the last %1 is written: the program set the mark “%2”.</source>
        <translation>写出最后 %1 的报告：程序设置了标记“%2”。</translation>
    </message>
    <message>
        <source>A report of the last %1 is written: “%2” took %3, %4 × the median.</source>
        <translation>写出最后 %1 的报告：“%2”耗时 %3，是中位数的 %4 倍。</translation>
    </message>
    <message>
        <source>A report of the last %1 is written: for %2 no work of a GPU has ended.</source>
        <translation>写出最后 %1 的报告：已有 %2 没有任何 GPU 工作结束。</translation>
    </message>
    <message>
        <source>A report of the last %1 is written: for %2 no call and no range that is traced has ended.</source>
        <translation>写出最后 %1 的报告：已有 %2 没有任何被追踪的调用或范围结束。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reports were written without being asked for. From now on one is written when it is asked for.</source>
        <translation>
            <numerusform>已自动写出 %Ln 份报告。此后只在要求时才写。</numerusform>
        </translation>
    </message>
    <message>
        <source>This session keeps everything: it was begun without --flight-recorder.</source>
        <translation>此会话保留全部内容：启动时没有使用 --flight-recorder。</translation>
    </message>
    <message>
        <source>The file system of %1 gives back no parts of files, which --flight-recorder needs; set TMPDIR to a folder of another one.</source>
        <translation>%1 所在的文件系统不能归还文件的一部分，而 --flight-recorder 需要这一点；请将 TMPDIR 设为其他文件系统上的文件夹。</translation>
    </message>
    <message>
        <source>“%1” is no factor above 1; write 1.5, or 1.5:NAME for ranges of that name</source>
        <translation>“%1”不是大于 1 的倍数；请写 1.5，或用 1.5:NAME 指定该名称的范围</translation>
    </message>
</context>
<context>
    <name>Notes</name>
    <message>
        <source>Info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Data left out</source>
        <translation>数据缺失</translation>
    </message>
</context>
<context>
    <name>Panes</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选区</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>统计报表</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Checklist</source>
        <translation>检查清单</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Kernel metrics</source>
        <translation>Kernel 指标</translation>
    </message>
    <message>
        <source>Import log</source>
        <translation>导入日志</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Like the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>As it was left</source>
        <translation>保持上次的样子</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Reload it</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Do nothing</source>
        <translation>不做任何事</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Size of texts:</source>
        <translation>文字大小(&amp;S)：</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Rows, ruler and tables grow with it. Ctrl+Alt+wheel changes it anywhere.</source>
        <translation>行、标尺和表格随之变大。在任何位置用 Ctrl+Alt+滚轮即可更改。</translation>
    </message>
    <message>
        <source>&amp;Colors of events:</source>
        <translation>事件颜色(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Move smoothly</source>
        <translation>平滑移动(&amp;M)</translation>
    </message>
    <message>
        <source>Zooms glide and panes slide. A system that asks for less motion is heeded.</source>
        <translation>缩放和窗格移动带有动画。系统要求减少动态效果时会遵从。</translation>
    </message>
    <message>
        <source>T&amp;imes of events:</source>
        <translation>事件的时间(&amp;I)：</translation>
    </message>
    <message>
        <source>A report that has no such clock shows times from its start.</source>
        <translation>没有该时钟的报告显示从开始算起的时间。</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse like:</source>
        <translation>按键和鼠标方案(&amp;K)：</translation>
    </message>
    <message>
        <source>In front for a &amp;timeline:</source>
        <translation>时间线报告的前台窗格(&amp;T)：</translation>
    </message>
    <message>
        <source>In front for &amp;kernel metrics:</source>
        <translation>kernel 指标报告的前台窗格(&amp;K)：</translation>
    </message>
    <message>
        <source>Reports of Nsight Compute, and others with its metrics.</source>
        <translation>Nsight Compute 的报告，以及其他带有其指标的报告。</translation>
    </message>
    <message>
        <source>&amp;Reopen reports at start</source>
        <translation>启动时重新打开报告(&amp;R)</translation>
    </message>
    <message>
        <source>When a &amp;file changes on disk:</source>
        <translation>磁盘上的文件更改时(&amp;F)：</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>窗格</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>In front for &amp;memory alone:</source>
        <translation>仅含内存的报告的前台窗格(&amp;M)：</translation>
    </message>
    <message>
        <source>Reports of memory in use in which nothing runs.</source>
        <translation>只有内存占用、没有运行内容的报告。</translation>
    </message>
    <message>
        <source>In front for a &amp;capture:</source>
        <translation>进行中的采集的前台窗格(&amp;C)：</translation>
    </message>
    <message>
        <source>While it runs. Each of these kinds keeps a layout of panes of its own.</source>
        <translation>在采集进行期间。以上每种报告都保留自己的窗格布局。</translation>
    </message>
</context>
<context>
    <name>RecentComparisons</name>
    <message>
        <source>%1 with %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>No recent comparisons</source>
        <translation>没有最近的比较</translation>
    </message>
    <message>
        <source>Clear List of Comparisons</source>
        <translation>清除比较列表</translation>
    </message>
</context>
<context>
    <name>Reports</name>
    <message>
        <source>Steps, GPUs and use</source>
        <translation>步骤、GPU 与利用率</translation>
    </message>
    <message>
        <source>Kernels and GPU work</source>
        <translation>Kernel 与 GPU 工作</translation>
    </message>
    <message>
        <source>Memory and copies</source>
        <translation>内存与拷贝</translation>
    </message>
    <message>
        <source>CUDA API</source>
        <translation>CUDA API</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>Framework operators</source>
        <translation>框架算子</translation>
    </message>
    <message>
        <source>Functions and samples</source>
        <translation>函数与采样</translation>
    </message>
    <message>
        <source>OS runtime and libraries</source>
        <translation>OS Runtime 与库</translation>
    </message>
    <message>
        <source>Profiled kernels</source>
        <translation>已分析的 kernel</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What it is called</source>
        <translation>其名称</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Kernel, or kind of memory operation</source>
        <translation>Kernel，或内存操作的类型</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>CUDA_API, CUDA_KERNEL or MEMORY_OPER</source>
        <translation>CUDA_API、CUDA_KERNEL 或 MEMORY_OPER</translation>
    </message>
    <message>
        <source>Num Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>GridXYZ</source>
        <translation>GridXYZ</translation>
    </message>
    <message>
        <source>Blocks of the grid in three directions</source>
        <translation>grid 在三个方向上的 block 数</translation>
    </message>
    <message>
        <source>BlockXYZ</source>
        <translation>BlockXYZ</translation>
    </message>
    <message>
        <source>Threads of a block in three directions</source>
        <translation>block 在三个方向上的线程数</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Total (MB)</source>
        <translation>总量 (MB)</translation>
    </message>
    <message>
        <source>Sum of the sizes, in 10^6 bytes</source>
        <translation>大小之和，单位为 10^6 字节</translation>
    </message>
    <message>
        <source>How many there are</source>
        <translation>总共有多少个</translation>
    </message>
    <message>
        <source>Avg (MB)</source>
        <translation>平均 (MB)</translation>
    </message>
    <message>
        <source>Mean size</source>
        <translation>平均大小</translation>
    </message>
    <message>
        <source>Med (MB)</source>
        <translation>中位 (MB)</translation>
    </message>
    <message>
        <source>Median size</source>
        <translation>大小的中位数</translation>
    </message>
    <message>
        <source>Min (MB)</source>
        <translation>最小 (MB)</translation>
    </message>
    <message>
        <source>Smallest size</source>
        <translation>最小的大小</translation>
    </message>
    <message>
        <source>Max (MB)</source>
        <translation>最大 (MB)</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>最大的大小</translation>
    </message>
    <message>
        <source>StdDev (MB)</source>
        <translation>标准差 (MB)</translation>
    </message>
    <message>
        <source>Standard deviation of a sample (n − 1)</source>
        <translation>样本标准差（n − 1）</translation>
    </message>
    <message>
        <source>CUDA API Summary</source>
        <translation>CUDA API 汇总</translation>
    </message>
    <message>
        <source>CUDA calls by function. Calls of all threads; versions of a function count as one.</source>
        <translation>按函数统计 CUDA 调用。包含所有线程的调用；同一函数的不同版本算作一个。</translation>
    </message>
    <message>
        <source>CUDA GPU Kernel Summary</source>
        <translation>CUDA GPU Kernel 汇总</translation>
    </message>
    <message>
        <source>Kernels by name, over all GPUs and streams.</source>
        <translation>按名称统计所有 GPU 和 stream 上的 kernel。</translation>
    </message>
    <message>
        <source>CUDA GPU Kernel/Grid/Block Summary</source>
        <translation>CUDA GPU Kernel/Grid/Block 汇总</translation>
    </message>
    <message>
        <source>Kernels by name and launch configuration.</source>
        <translation>按名称和 launch 配置统计 kernel。</translation>
    </message>
    <message>
        <source>CUDA GPU MemOps Summary (by Time)</source>
        <translation>CUDA GPU 内存操作汇总（按时间）</translation>
    </message>
    <message>
        <source>Copies and memsets by direction, by the time they took on the GPU.</source>
        <translation>按方向统计拷贝与内存设置在 GPU 上所用的时间。</translation>
    </message>
    <message>
        <source>CUDA GPU MemOps Summary (by Size)</source>
        <translation>CUDA GPU 内存操作汇总（按大小）</translation>
    </message>
    <message>
        <source>Copies and memsets by direction, by their size. 1 MB = 10^6 bytes.</source>
        <translation>按方向统计拷贝与内存设置的大小。1 MB = 10^6 字节。</translation>
    </message>
    <message>
        <source>CUDA GPU Summary (Kernels/MemOps)</source>
        <translation>CUDA GPU 汇总（Kernel/内存操作）</translation>
    </message>
    <message>
        <source>Kernels and memory operations in one table.</source>
        <translation>在同一张表中统计 kernel 和内存操作。</translation>
    </message>
    <message>
        <source>CUDA Summary (API/Kernels/MemOps)</source>
        <translation>CUDA 汇总（API/Kernel/内存操作）</translation>
    </message>
    <message>
        <source>Calls, kernels and memory operations in one table.</source>
        <translation>在同一张表中统计调用、kernel 和内存操作。</translation>
    </message>
    <message>
        <source>Start (ns)</source>
        <translation>开始 (ns)</translation>
    </message>
    <message>
        <source>When the call began</source>
        <translation>调用开始的时刻</translation>
    </message>
    <message>
        <source>Duration (ns)</source>
        <translation>时长 (ns)</translation>
    </message>
    <message>
        <source>How long it took on the CPU</source>
        <translation>在 CPU 上所用的时间</translation>
    </message>
    <message>
        <source>The function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What it returned; 0 is success</source>
        <translation>返回值；0 表示成功</translation>
    </message>
    <message>
        <source>CorrID</source>
        <translation>CorrID</translation>
    </message>
    <message>
        <source>Number that the call and the work it launched have in common</source>
        <translation>该调用与其发起的工作共有的编号</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>Pid</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Tid</source>
        <translation>Tid</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>T-Pri</source>
        <translation>T-Pri</translation>
    </message>
    <message>
        <source>Priority of the thread, where the report has it</source>
        <translation>线程的优先级（若报告中有）</translation>
    </message>
    <message>
        <source>Thread Name</source>
        <translation>线程名称</translation>
    </message>
    <message>
        <source>Name of the thread</source>
        <translation>线程的名称</translation>
    </message>
    <message>
        <source>When the work began on the GPU</source>
        <translation>该工作在 GPU 上开始的时刻</translation>
    </message>
    <message>
        <source>How long it took on the GPU</source>
        <translation>在 GPU 上所用的时间</translation>
    </message>
    <message>
        <source>CorrId</source>
        <translation>CorrId</translation>
    </message>
    <message>
        <source>Number that the work and the call that launched it have in common</source>
        <translation>该工作与发起它的调用共有的编号</translation>
    </message>
    <message>
        <source>GrdX</source>
        <translation>GrdX</translation>
    </message>
    <message>
        <source>Blocks of the grid in x</source>
        <translation>grid 在 x 方向上的 block 数</translation>
    </message>
    <message>
        <source>GrdY</source>
        <translation>GrdY</translation>
    </message>
    <message>
        <source>Blocks of the grid in y</source>
        <translation>grid 在 y 方向上的 block 数</translation>
    </message>
    <message>
        <source>GrdZ</source>
        <translation>GrdZ</translation>
    </message>
    <message>
        <source>Blocks of the grid in z</source>
        <translation>grid 在 z 方向上的 block 数</translation>
    </message>
    <message>
        <source>BlkX</source>
        <translation>BlkX</translation>
    </message>
    <message>
        <source>Threads of a block in x</source>
        <translation>block 在 x 方向上的线程数</translation>
    </message>
    <message>
        <source>BlkY</source>
        <translation>BlkY</translation>
    </message>
    <message>
        <source>Threads of a block in y</source>
        <translation>block 在 y 方向上的线程数</translation>
    </message>
    <message>
        <source>BlkZ</source>
        <translation>BlkZ</translation>
    </message>
    <message>
        <source>Threads of a block in z</source>
        <translation>block 在 z 方向上的线程数</translation>
    </message>
    <message>
        <source>Reg/Trd</source>
        <translation>Reg/Trd</translation>
    </message>
    <message>
        <source>Registers of a thread</source>
        <translation>每个线程的寄存器数</translation>
    </message>
    <message>
        <source>StcSMem (MB)</source>
        <translation>StcSMem (MB)</translation>
    </message>
    <message>
        <source>Static shared memory of a block</source>
        <translation>每个 block 的静态 shared memory</translation>
    </message>
    <message>
        <source>DymSMem (MB)</source>
        <translation>DymSMem (MB)</translation>
    </message>
    <message>
        <source>Dynamic shared memory of a block</source>
        <translation>每个 block 的动态 shared memory</translation>
    </message>
    <message>
        <source>Bytes (MB)</source>
        <translation>字节 (MB)</translation>
    </message>
    <message>
        <source>Size of a copy or memset</source>
        <translation>拷贝或内存设置的大小</translation>
    </message>
    <message>
        <source>Throughput (MB/s)</source>
        <translation>吞吐量 (MB/s)</translation>
    </message>
    <message>
        <source>Size by duration</source>
        <translation>大小除以时长</translation>
    </message>
    <message>
        <source>SrcMemKd</source>
        <translation>SrcMemKd</translation>
    </message>
    <message>
        <source>Memory that is read</source>
        <translation>被读取的内存</translation>
    </message>
    <message>
        <source>DstMemKd</source>
        <translation>DstMemKd</translation>
    </message>
    <message>
        <source>Memory that is written</source>
        <translation>被写入的内存</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Name and number of the GPU</source>
        <translation>GPU 的名称和编号</translation>
    </message>
    <message>
        <source>Ctx</source>
        <translation>Ctx</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA context</translation>
    </message>
    <message>
        <source>GreenCtx</source>
        <translation>GreenCtx</translation>
    </message>
    <message>
        <source>Green context</source>
        <translation>Green context</translation>
    </message>
    <message>
        <source>Strm</source>
        <translation>Strm</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Kernel or kind of memory operation</source>
        <translation>Kernel 或内存操作的类型</translation>
    </message>
    <message>
        <source>CUDA API Trace</source>
        <translation>CUDA API 逐条列表</translation>
    </message>
    <message>
        <source>Each CUDA call, in order of start.</source>
        <translation>按开始时刻列出每个 CUDA 调用。</translation>
    </message>
    <message>
        <source>CUDA GPU Trace</source>
        <translation>CUDA GPU 逐条列表</translation>
    </message>
    <message>
        <source>Each kernel and memory operation, in order of start.</source>
        <translation>按开始时刻列出每个 kernel 和内存操作。</translation>
    </message>
    <message>
        <source>OS Runtime Summary</source>
        <translation>OS Runtime 汇总</translation>
    </message>
    <message>
        <source>Calls of the C library and of system functions that were traced, by function.</source>
        <translation>按函数统计被追踪的 C 库与系统函数调用。</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>TID</source>
        <translation>TID</translation>
    </message>
    <message>
        <source>Thread that launched</source>
        <translation>发起 launch 的线程</translation>
    </message>
    <message>
        <source>DevId</source>
        <translation>DevId</translation>
    </message>
    <message>
        <source>GPU that executed</source>
        <translation>执行的 GPU</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>kernel 的数量</translation>
    </message>
    <message>
        <source>QCount</source>
        <translation>QCount</translation>
    </message>
    <message>
        <source>Kernels that waited after their call had returned</source>
        <translation>调用返回后仍在等待的 kernel 的数量</translation>
    </message>
    <message>
        <source>TAvg (ns)</source>
        <translation>TAvg (ns)</translation>
    </message>
    <message>
        <source>Mean total time: from the begin of the call to the end of the kernel, or of the call if that is later</source>
        <translation>平均总时间：从调用开始到 kernel 结束，若调用结束更晚则到调用结束</translation>
    </message>
    <message>
        <source>TMed (ns)</source>
        <translation>TMed (ns)</translation>
    </message>
    <message>
        <source>Median total time</source>
        <translation>总时间的中位数</translation>
    </message>
    <message>
        <source>TMin (ns)</source>
        <translation>TMin (ns)</translation>
    </message>
    <message>
        <source>Shortest total time</source>
        <translation>最短的总时间</translation>
    </message>
    <message>
        <source>TMax (ns)</source>
        <translation>TMax (ns)</translation>
    </message>
    <message>
        <source>Longest total time</source>
        <translation>最长的总时间</translation>
    </message>
    <message>
        <source>TStdDev (ns)</source>
        <translation>TStdDev (ns)</translation>
    </message>
    <message>
        <source>Standard deviation of the total time (n − 1)</source>
        <translation>总时间的标准差（n − 1）</translation>
    </message>
    <message>
        <source>AAvg (ns)</source>
        <translation>AAvg (ns)</translation>
    </message>
    <message>
        <source>Mean duration of the call</source>
        <translation>调用的平均时长</translation>
    </message>
    <message>
        <source>AMed (ns)</source>
        <translation>AMed (ns)</translation>
    </message>
    <message>
        <source>Median duration of the call</source>
        <translation>调用时长的中位数</translation>
    </message>
    <message>
        <source>AMin (ns)</source>
        <translation>AMin (ns)</translation>
    </message>
    <message>
        <source>Shortest call</source>
        <translation>最短的调用</translation>
    </message>
    <message>
        <source>AMax (ns)</source>
        <translation>AMax (ns)</translation>
    </message>
    <message>
        <source>Longest call</source>
        <translation>最长的调用</translation>
    </message>
    <message>
        <source>AStdDev (ns)</source>
        <translation>AStdDev (ns)</translation>
    </message>
    <message>
        <source>Standard deviation of the calls (n − 1)</source>
        <translation>调用时长的标准差（n − 1）</translation>
    </message>
    <message>
        <source>QAvg (ns)</source>
        <translation>QAvg (ns)</translation>
    </message>
    <message>
        <source>Mean queue time, from the end of the call to the begin of the kernel; only where it is above 0</source>
        <translation>平均排队时间：从调用结束到 kernel 开始；仅统计大于 0 的</translation>
    </message>
    <message>
        <source>QMed (ns)</source>
        <translation>QMed (ns)</translation>
    </message>
    <message>
        <source>Median queue time</source>
        <translation>排队时间的中位数</translation>
    </message>
    <message>
        <source>QMin (ns)</source>
        <translation>QMin (ns)</translation>
    </message>
    <message>
        <source>Shortest queue time</source>
        <translation>最短的排队时间</translation>
    </message>
    <message>
        <source>QMax (ns)</source>
        <translation>QMax (ns)</translation>
    </message>
    <message>
        <source>Longest queue time</source>
        <translation>最长的排队时间</translation>
    </message>
    <message>
        <source>QStdDev (ns)</source>
        <translation>QStdDev (ns)</translation>
    </message>
    <message>
        <source>Standard deviation of the queue time (n − 1)</source>
        <translation>排队时间的标准差（n − 1）</translation>
    </message>
    <message>
        <source>KAvg (ns)</source>
        <translation>KAvg (ns)</translation>
    </message>
    <message>
        <source>Mean duration of the kernel</source>
        <translation>kernel 的平均时长</translation>
    </message>
    <message>
        <source>KMed (ns)</source>
        <translation>KMed (ns)</translation>
    </message>
    <message>
        <source>Median duration of the kernel</source>
        <translation>kernel 时长的中位数</translation>
    </message>
    <message>
        <source>KMin (ns)</source>
        <translation>KMin (ns)</translation>
    </message>
    <message>
        <source>Shortest kernel</source>
        <translation>最短的 kernel</translation>
    </message>
    <message>
        <source>KMax (ns)</source>
        <translation>KMax (ns)</translation>
    </message>
    <message>
        <source>Longest kernel</source>
        <translation>最长的 kernel</translation>
    </message>
    <message>
        <source>KStdDev (ns)</source>
        <translation>KStdDev (ns)</translation>
    </message>
    <message>
        <source>Standard deviation of the kernels (n − 1)</source>
        <translation>kernel 时长的标准差（n − 1）</translation>
    </message>
    <message>
        <source>API Name</source>
        <translation>API 名称</translation>
    </message>
    <message>
        <source>Call that launched</source>
        <translation>发起 launch 的调用</translation>
    </message>
    <message>
        <source>Kernel Name</source>
        <translation>Kernel 名称</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>API Start (ns)</source>
        <translation>API 开始 (ns)</translation>
    </message>
    <message>
        <source>API Dur (ns)</source>
        <translation>API 时长 (ns)</translation>
    </message>
    <message>
        <source>How long the call took</source>
        <translation>调用所用的时间</translation>
    </message>
    <message>
        <source>Queue Start (ns)</source>
        <translation>排队开始 (ns)</translation>
    </message>
    <message>
        <source>When the call had returned, if the kernel had not begun</source>
        <translation>调用返回的时刻（若 kernel 尚未开始）</translation>
    </message>
    <message>
        <source>Queue Dur (ns)</source>
        <translation>排队时长 (ns)</translation>
    </message>
    <message>
        <source>How long the kernel waited after that</source>
        <translation>kernel 此后等待的时间</translation>
    </message>
    <message>
        <source>Kernel Start (ns)</source>
        <translation>Kernel 开始 (ns)</translation>
    </message>
    <message>
        <source>When the kernel began</source>
        <translation>kernel 开始的时刻</translation>
    </message>
    <message>
        <source>Kernel Dur (ns)</source>
        <translation>Kernel 时长 (ns)</translation>
    </message>
    <message>
        <source>How long the kernel took</source>
        <translation>kernel 所用的时间</translation>
    </message>
    <message>
        <source>Total Dur (ns)</source>
        <translation>总时长 (ns)</translation>
    </message>
    <message>
        <source>From the begin of the call to the end of the kernel, or of the call if that is later</source>
        <translation>从调用开始到 kernel 结束，若调用结束更晚则到调用结束</translation>
    </message>
    <message>
        <source>API Function</source>
        <translation>API 函数</translation>
    </message>
    <message>
        <source>CUDA Kernel Launch &amp; Exec Time Summary</source>
        <translation>CUDA Kernel launch &amp; 执行时间汇总</translation>
    </message>
    <message>
        <source>Kernels by thread, GPU, call and name: the call, the queue between them, and the execution.</source>
        <translation>按线程、GPU、调用和名称统计 kernel：调用、其间的排队以及执行。</translation>
    </message>
    <message>
        <source>CUDA Kernel Launch &amp; Exec Time Trace</source>
        <translation>CUDA Kernel launch &amp; 执行时间逐条列表</translation>
    </message>
    <message>
        <source>Each kernel with its launching call, in order of the calls.</source>
        <translation>按调用顺序列出每个 kernel 及发起它的调用。</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>PushPop: of a thread, nested; StartEnd: of a process</source>
        <translation>PushPop：属于线程，可嵌套；StartEnd：属于进程</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Range</translation>
    </message>
    <message>
        <source>When it was pushed</source>
        <translation>push 的时刻</translation>
    </message>
    <message>
        <source>End (ns)</source>
        <translation>结束 (ns)</translation>
    </message>
    <message>
        <source>When it was popped</source>
        <translation>pop 的时刻</translation>
    </message>
    <message>
        <source>The time between</source>
        <translation>两者之间的时间</translation>
    </message>
    <message>
        <source>DurChild (ns)</source>
        <translation>子 range 时长 (ns)</translation>
    </message>
    <message>
        <source>Time of the ranges directly inside it</source>
        <translation>直接位于其中的 range 的时间</translation>
    </message>
    <message>
        <source>DurNonChild (ns)</source>
        <translation>其余时长 (ns)</translation>
    </message>
    <message>
        <source>The rest of its duration</source>
        <translation>其余的时长</translation>
    </message>
    <message>
        <source>Domain and name</source>
        <translation>domain 与名称</translation>
    </message>
    <message>
        <source>Lvl</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Ranges around it, of the same thread and domain</source>
        <translation>同一线程和 domain 中包含它的 range 数</translation>
    </message>
    <message>
        <source>NumChild</source>
        <translation>子 range 数</translation>
    </message>
    <message>
        <source>Ranges directly inside it</source>
        <translation>直接位于其中的 range 数</translation>
    </message>
    <message>
        <source>RangeId</source>
        <translation>RangeId</translation>
    </message>
    <message>
        <source>Its number in this table</source>
        <translation>它在此表中的编号</translation>
    </message>
    <message>
        <source>ParentId</source>
        <translation>ParentId</translation>
    </message>
    <message>
        <source>Number of the range around it</source>
        <translation>包含它的 range 的编号</translation>
    </message>
    <message>
        <source>RangeStack</source>
        <translation>RangeStack</translation>
    </message>
    <message>
        <source>Numbers of the ranges around it, outermost first</source>
        <translation>包含它的各 range 的编号，由外到内</translation>
    </message>
    <message>
        <source>NameTree</source>
        <translation>NameTree</translation>
    </message>
    <message>
        <source>Its name, indented by its level</source>
        <translation>按层级缩进的名称</translation>
    </message>
    <message>
        <source>NVTX Range Summary</source>
        <translation>NVTX range 汇总</translation>
    </message>
    <message>
        <source>NVTX Push/Pop Range Summary</source>
        <translation>NVTX push/pop range 汇总</translation>
    </message>
    <message>
        <source>Ranges of threads by name.</source>
        <translation>按名称统计线程的 range。</translation>
    </message>
    <message>
        <source>NVTX Start/End Range Summary</source>
        <translation>NVTX start/end range 汇总</translation>
    </message>
    <message>
        <source>Ranges of processes by name.</source>
        <translation>按名称统计进程的 range。</translation>
    </message>
    <message>
        <source>NVTX Push/Pop Range Trace</source>
        <translation>NVTX push/pop range 逐条列表</translation>
    </message>
    <message>
        <source>Each range of a thread, with what stands around and in it.</source>
        <translation>列出线程的每个 range 及其外层与内层。</translation>
    </message>
    <message>
        <source>Total Proj Time (ns)</source>
        <translation>总投影时间 (ns)</translation>
    </message>
    <message>
        <source>Sum of the projected durations: from the first begin to the last end of a range&apos;s GPU work</source>
        <translation>投影时长之和：从 range 内 GPU 工作最早开始到最晚结束</translation>
    </message>
    <message>
        <source>Total Range Time (ns)</source>
        <translation>总 range 时间 (ns)</translation>
    </message>
    <message>
        <source>Sum of the durations on the CPU</source>
        <translation>CPU 上的时长之和</translation>
    </message>
    <message>
        <source>Range Instances</source>
        <translation>range 次数</translation>
    </message>
    <message>
        <source>Ranges in which GPU work was launched</source>
        <translation>其中发起过 GPU 工作的 range 数</translation>
    </message>
    <message>
        <source>Proj Avg (ns)</source>
        <translation>投影平均 (ns)</translation>
    </message>
    <message>
        <source>Mean projected duration</source>
        <translation>平均投影时长</translation>
    </message>
    <message>
        <source>Proj Med (ns)</source>
        <translation>投影中位 (ns)</translation>
    </message>
    <message>
        <source>Median projected duration</source>
        <translation>投影时长的中位数</translation>
    </message>
    <message>
        <source>Proj Min (ns)</source>
        <translation>投影最短 (ns)</translation>
    </message>
    <message>
        <source>Shortest projected duration</source>
        <translation>最短的投影时长</translation>
    </message>
    <message>
        <source>Proj Max (ns)</source>
        <translation>投影最长 (ns)</translation>
    </message>
    <message>
        <source>Longest projected duration</source>
        <translation>最长的投影时长</translation>
    </message>
    <message>
        <source>Proj StdDev (ns)</source>
        <translation>投影标准差 (ns)</translation>
    </message>
    <message>
        <source>Standard deviation of the projected durations (n − 1)</source>
        <translation>投影时长的标准差（n − 1）</translation>
    </message>
    <message>
        <source>Total GPU Ops</source>
        <translation>GPU 操作总数</translation>
    </message>
    <message>
        <source>Kernels, memory operations and graphs that were launched inside</source>
        <translation>在其中发起的 kernel、内存操作和 graph 的数量</translation>
    </message>
    <message>
        <source>Avg GPU Ops</source>
        <translation>平均 GPU 操作数</translation>
    </message>
    <message>
        <source>The same for one range</source>
        <translation>平均到每个 range</translation>
    </message>
    <message>
        <source>Avg Range Lvl</source>
        <translation>平均层级</translation>
    </message>
    <message>
        <source>Mean number of ranges around it</source>
        <translation>包含它的 range 的平均数</translation>
    </message>
    <message>
        <source>Avg Num Child</source>
        <translation>平均子 range 数</translation>
    </message>
    <message>
        <source>Mean number of ranges directly inside it</source>
        <translation>直接位于其中的 range 的平均数</translation>
    </message>
    <message>
        <source>Projected Start (ns)</source>
        <translation>投影开始 (ns)</translation>
    </message>
    <message>
        <source>When its first GPU work began</source>
        <translation>其最早的 GPU 工作开始的时刻</translation>
    </message>
    <message>
        <source>Projected Duration (ns)</source>
        <translation>投影时长 (ns)</translation>
    </message>
    <message>
        <source>Until its last GPU work ended</source>
        <translation>到其最晚的 GPU 工作结束</translation>
    </message>
    <message>
        <source>Orig Start (ns)</source>
        <translation>原始开始 (ns)</translation>
    </message>
    <message>
        <source>When it began on the CPU</source>
        <translation>在 CPU 上开始的时刻</translation>
    </message>
    <message>
        <source>Orig Duration (ns)</source>
        <translation>原始时长 (ns)</translation>
    </message>
    <message>
        <source>NumGPUOps</source>
        <translation>GPU 操作数</translation>
    </message>
    <message>
        <source>Ranges around it</source>
        <translation>包含它的 range 数</translation>
    </message>
    <message>
        <source>Its number</source>
        <translation>它的编号</translation>
    </message>
    <message>
        <source>NVTX Range</source>
        <translation>NVTX Range</translation>
    </message>
    <message>
        <source>Domain and name of a range around the launch; a kernel counts for each of them</source>
        <translation>包含该 launch 的 range 的 domain 与名称；kernel 计入每个这样的 range</translation>
    </message>
    <message>
        <source>NVTX Inst</source>
        <translation>NVTX 次数</translation>
    </message>
    <message>
        <source>Ranges of that name that launched the kernel</source>
        <translation>发起该 kernel 的同名 range 数</translation>
    </message>
    <message>
        <source>Kern Inst</source>
        <translation>Kernel 次数</translation>
    </message>
    <message>
        <source>Total Time (ns)</source>
        <translation>总时间 (ns)</translation>
    </message>
    <message>
        <source>Sum of their durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Avg (ns)</source>
        <translation>平均 (ns)</translation>
    </message>
    <message>
        <source>Mean duration</source>
        <translation>平均时长</translation>
    </message>
    <message>
        <source>Med (ns)</source>
        <translation>中位 (ns)</translation>
    </message>
    <message>
        <source>Median duration</source>
        <translation>时长的中位数</translation>
    </message>
    <message>
        <source>Min (ns)</source>
        <translation>最短 (ns)</translation>
    </message>
    <message>
        <source>Shortest duration</source>
        <translation>最短的时长</translation>
    </message>
    <message>
        <source>Max (ns)</source>
        <translation>最长 (ns)</translation>
    </message>
    <message>
        <source>Longest duration</source>
        <translation>最长的时长</translation>
    </message>
    <message>
        <source>StdDev (ns)</source>
        <translation>标准差 (ns)</translation>
    </message>
    <message>
        <source>NVTX GPU Projection Summary</source>
        <translation>NVTX GPU 投影汇总</translation>
    </message>
    <message>
        <source>Ranges by name, as long as the GPU work lasted that was launched inside of them.</source>
        <translation>按名称统计 range，其长度为其中发起的 GPU 工作所持续的时间。</translation>
    </message>
    <message>
        <source>NVTX GPU Projection Trace</source>
        <translation>NVTX GPU 投影逐条列表</translation>
    </message>
    <message>
        <source>Each range with GPU work, with the time of that work.</source>
        <translation>列出每个含 GPU 工作的 range 及该工作的时间。</translation>
    </message>
    <message>
        <source>NVTX Range Kernel Summary</source>
        <translation>NVTX range 内 kernel 汇总</translation>
    </message>
    <message>
        <source>Time (%)</source>
        <translation>时间 (%)</translation>
    </message>
    <message>
        <source>Share of the total time of all rows of this table</source>
        <translation>占此表所有行总时间的比例</translation>
    </message>
    <message>
        <source>Sum of the durations; overlapping ones count twice</source>
        <translation>时长之和；重叠部分会重复计算</translation>
    </message>
    <message>
        <source>Median duration: half of them are shorter</source>
        <translation>时长的中位数：有一半比它短</translation>
    </message>
    <message>
        <source>Compute Only (ns)</source>
        <translation>仅计算 (ns)</translation>
    </message>
    <message>
        <source>Some kernel ran that is no communication, and no communication did</source>
        <translation>有非通信 kernel 在运行，且没有通信 kernel</translation>
    </message>
    <message>
        <source>Compute Only (%)</source>
        <translation>仅计算 (%)</translation>
    </message>
    <message>
        <source>The same as a share of the whole time</source>
        <translation>占全部时间的比例</translation>
    </message>
    <message>
        <source>Comm Only (ns)</source>
        <translation>仅通信 (ns)</translation>
    </message>
    <message>
        <source>Comm Only (%)</source>
        <translation>仅通信 (%)</translation>
    </message>
    <message>
        <source>Overlapped (ns)</source>
        <translation>重叠 (ns)</translation>
    </message>
    <message>
        <source>Communication and another kernel ran at once</source>
        <translation>通信与其他 kernel 同时运行</translation>
    </message>
    <message>
        <source>Overlapped (%)</source>
        <translation>重叠 (%)</translation>
    </message>
    <message>
        <source>Memory Only (ns)</source>
        <translation>仅内存 (ns)</translation>
    </message>
    <message>
        <source>A copy or memset ran and no kernel</source>
        <translation>仅有拷贝或内存设置在运行，没有 kernel</translation>
    </message>
    <message>
        <source>Memory Only (%)</source>
        <translation>仅内存 (%)</translation>
    </message>
    <message>
        <source>Idle (ns)</source>
        <translation>空闲 (ns)</translation>
    </message>
    <message>
        <source>Nothing ran</source>
        <translation>没有任何工作在运行</translation>
    </message>
    <message>
        <source>Idle (%)</source>
        <translation>空闲 (%)</translation>
    </message>
    <message>
        <source>Comm Hidden (%)</source>
        <translation>通信掩盖率 (%)</translation>
    </message>
    <message>
        <source>Share of the communication time in which another kernel ran, too</source>
        <translation>通信时间中同时有其他 kernel 运行的比例</translation>
    </message>
    <message>
        <source>Kernels that ran on it</source>
        <translation>在其上运行的 kernel 数</translation>
    </message>
    <message>
        <source>Time (ns)</source>
        <translation>时间 (ns)</translation>
    </message>
    <message>
        <source>From its first to its last work, within the selected time</source>
        <translation>所选时间内，从最早的工作到最晚的工作</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Annotation or NVTX range of the step</source>
        <translation>该 step 的 annotation 或 NVTX range</translation>
    </message>
    <message>
        <source>vs. Median (%)</source>
        <translation>较中位数 (%)</translation>
    </message>
    <message>
        <source>GPU Time Breakdown</source>
        <translation>GPU 时间分解</translation>
    </message>
    <message>
        <source>How the wall clock time of each GPU divides, over all its streams: computing, communicating, both at once, copying, idle. The five add up to the time.</source>
        <translation>每个 GPU 的墙钟时间在其所有 stream 上如何分配：计算、通信、两者同时、拷贝、空闲。五项之和等于总时间。</translation>
    </message>
    <message>
        <source>Step Summary</source>
        <translation>Step 汇总</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Which collective, or the kernel where that is not known</source>
        <translation>集合通信的类型；未知时为 kernel 名称</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>Sum of the durations; waiting for other ranks is part of it</source>
        <translation>时长之和；包含等待其他 rank 的时间</translation>
    </message>
    <message>
        <source>Exposed (ns)</source>
        <translation>未掩盖 (ns)</translation>
    </message>
    <message>
        <source>Wall clock time of these during which no other kernel ran on the GPU</source>
        <translation>其间 GPU 上没有其他 kernel 运行的墙钟时间</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Sum of the message sizes (the larger of input and output), where the report has them</source>
        <translation>消息大小之和（取输入与输出中较大者，若报告中有）</translation>
    </message>
    <message>
        <source>Algbw (B/s)</source>
        <translation>Algbw (B/s)</translation>
    </message>
    <message>
        <source>Algorithm bandwidth: size by duration</source>
        <translation>算法带宽：大小除以时长</translation>
    </message>
    <message>
        <source>Busbw (B/s)</source>
        <translation>Busbw (B/s)</translation>
    </message>
    <message>
        <source>Bus bandwidth as nccl-tests define it: algorithm bandwidth times 2(n − 1)/n for an allreduce, (n − 1)/n for allgather, reducescatter and alltoall</source>
        <translation>nccl-tests 定义的总线带宽：allreduce 为算法带宽乘以 2(n − 1)/n，allgather、reducescatter 和 alltoall 为乘以 (n − 1)/n</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Which curve of memory</source>
        <translation>哪条内存曲线</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>The most that was in use</source>
        <translation>使用量的最大值</translation>
    </message>
    <message>
        <source>Peak Start (ns)</source>
        <translation>峰值时刻 (ns)</translation>
    </message>
    <message>
        <source>When that was first so</source>
        <translation>首次达到的时刻</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean over time</source>
        <translation>按时间平均</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>末值</translation>
    </message>
    <message>
        <source>What was in use at the end</source>
        <translation>结束时的使用量</translation>
    </message>
    <message>
        <source>Communication Summary</source>
        <translation>通信汇总</translation>
    </message>
    <message>
        <source>Memory Summary</source>
        <translation>内存汇总</translation>
    </message>
    <message>
        <source>Device memory by GPU, process and curve: peak, mean and end.</source>
        <translation>按 GPU、进程和曲线统计设备内存：峰值、平均与末值。</translation>
    </message>
    <message>
        <source>Gaps between work of the stream; before the first and behind the last nothing counts</source>
        <translation>stream 上各工作之间的间隙；不计最早工作之前和最晚工作之后</translation>
    </message>
    <message>
        <source>Host Late (ns)</source>
        <translation>主机迟到 (ns)</translation>
    </message>
    <message>
        <source>Gaps before work whose call began after the stream had become free: the CPU was not fast enough</source>
        <translation>stream 空闲之后才开始调用的工作之前的间隙：CPU 不够快</translation>
    </message>
    <message>
        <source>Host Late</source>
        <translation>主机迟到</translation>
    </message>
    <message>
        <source>Number of these gaps</source>
        <translation>此类间隙的数量</translation>
    </message>
    <message>
        <source>Kernel Wait (ns)</source>
        <translation>kernel 间隔 (ns)</translation>
    </message>
    <message>
        <source>Gaps below 30 ns between work that was queued: what the GPU needs from one kernel to the next</source>
        <translation>已排队工作之间小于 30 ns 的间隙：GPU 从一个 kernel 切换到下一个所需的时间</translation>
    </message>
    <message>
        <source>Kernel Wait</source>
        <translation>kernel 间隔</translation>
    </message>
    <message>
        <source>Sync (ns)</source>
        <translation>同步 (ns)</translation>
    </message>
    <message>
        <source>Gaps as of a late host, of which calls of the process that wait for the GPU took more than half</source>
        <translation>同主机迟到，但间隙中过半时间进程的调用在等待 GPU</translation>
    </message>
    <message>
        <source>Sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Other (ns)</source>
        <translation>其他 (ns)</translation>
    </message>
    <message>
        <source>All other gaps: waiting for another stream, for resources, or for a call that the report does not hold</source>
        <translation>其他所有间隙：等待其他 stream、资源，或报告中没有的调用</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Longest (ns)</source>
        <translation>最长 (ns)</translation>
    </message>
    <message>
        <source>The longest gap</source>
        <translation>最长的间隙</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>launch 次数</translation>
    </message>
    <message>
        <source>Kernels and memory operations whose call is known</source>
        <translation>已知其调用的 kernel 与内存操作</translation>
    </message>
    <message>
        <source>Mean latency, from the begin of the call to the begin of the work</source>
        <translation>平均延迟：从调用开始到工作开始</translation>
    </message>
    <message>
        <source>Median latency</source>
        <translation>延迟的中位数</translation>
    </message>
    <message>
        <source>Shortest latency</source>
        <translation>最短的延迟</translation>
    </message>
    <message>
        <source>Longest latency</source>
        <translation>最长的延迟</translation>
    </message>
    <message>
        <source>Avg Queue</source>
        <translation>平均队列</translation>
    </message>
    <message>
        <source>Mean over time of the work that is launched and has not begun</source>
        <translation>已发起但尚未开始的工作数，按时间平均</translation>
    </message>
    <message>
        <source>Max Queue</source>
        <translation>最大队列</translation>
    </message>
    <message>
        <source>Most work that was launched and had not begun; about 1024 is full, and launches wait</source>
        <translation>已发起但尚未开始的工作数的最大值；约 1024 为满，此时 launch 会等待</translation>
    </message>
    <message>
        <source>Stream Idle Breakdown</source>
        <translation>Stream 空闲分解</translation>
    </message>
    <message>
        <source>Gaps between the work of each stream by their reason.</source>
        <translation>按原因统计每个 stream 上工作之间的间隙。</translation>
    </message>
    <message>
        <source>Launch Latency and Queue</source>
        <translation>Launch 延迟与队列</translation>
    </message>
    <message>
        <source>How long work waits from its call to its begin, and how much of it is queued, by stream.</source>
        <translation>按 stream 统计工作从调用到开始的等待时间，以及排队的数量。</translation>
    </message>
    <message>
        <source>Src Kind</source>
        <translation>源类型</translation>
    </message>
    <message>
        <source>Dst Kind</source>
        <translation>目标类型</translation>
    </message>
    <message>
        <source>Device ID</source>
        <translation>设备 ID</translation>
    </message>
    <message>
        <source>Number of the GPU</source>
        <translation>GPU 的编号</translation>
    </message>
    <message>
        <source>Context ID</source>
        <translation>Context ID</translation>
    </message>
    <message>
        <source>Stream ID</source>
        <translation>Stream ID</translation>
    </message>
    <message>
        <source>Asynchronous Copies of Pageable Memory</source>
        <translation>可分页内存的异步拷贝</translation>
    </message>
    <message>
        <source>Asynchronous copies from or to pageable host memory.</source>
        <translation>源或目标为可分页主机内存的异步拷贝。</translation>
    </message>
    <message>
        <source>Synchronous Copies</source>
        <translation>同步拷贝</translation>
    </message>
    <message>
        <source>Copies between host and device that block the calling thread.</source>
        <translation>阻塞调用线程的主机与设备间拷贝。</translation>
    </message>
    <message>
        <source>Synchronous Memsets</source>
        <translation>同步内存设置</translation>
    </message>
    <message>
        <source>Memsets of pinned or managed memory that block the calling thread.</source>
        <translation>阻塞调用线程的锁页内存或 managed 内存的内存设置。</translation>
    </message>
    <message>
        <source>Synchronization Calls</source>
        <translation>同步调用</translation>
    </message>
    <message>
        <source>Calls that wait until the GPU has done its work.</source>
        <translation>等待 GPU 完成工作的调用。</translation>
    </message>
    <message>
        <source>How long the GPU did nothing for the process</source>
        <translation>GPU 没有为该进程工作的时长</translation>
    </message>
    <message>
        <source>When that began</source>
        <translation>开始的时刻</translation>
    </message>
    <message>
        <source>In-Use (%)</source>
        <translation>使用率 (%)</translation>
    </message>
    <message>
        <source>Time of all work by the length of the stretch; work at the same time counts twice</source>
        <translation>所有工作的时间除以该时段的长度；同时进行的工作会重复计算</translation>
    </message>
    <message>
        <source>Length of the stretch: one or more thirtieths of the time that the process used the GPU</source>
        <translation>该时段的长度：进程使用 GPU 的时间的三十分之一或其若干倍</translation>
    </message>
    <message>
        <source>When it begins</source>
        <translation>开始的时刻</translation>
    </message>
    <message>
        <source>GPU Gaps</source>
        <translation>GPU 间隙</translation>
    </message>
    <message>
        <source>GPU Time Utilization</source>
        <translation>GPU 时间利用率</translation>
    </message>
    <message>
        <source>Name and number of the GPU, or the CPU</source>
        <translation>GPU 的名称和编号，或 CPU</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>What these allocations held then</source>
        <translation>这些分配在当时占用的内存</translation>
    </message>
    <message>
        <source>Held (%)</source>
        <translation>占用 (%)</translation>
    </message>
    <message>
        <source>The same as a share of the peak</source>
        <translation>占峰值的比例</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>How many were alive</source>
        <translation>当时存活的数量</translation>
    </message>
    <message>
        <source>Held By</source>
        <translation>占用者</translation>
    </message>
    <message>
        <source>Lifetime (ns)</source>
        <translation>存活时间 (ns)</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>What the allocator had given out afterwards</source>
        <translation>此操作之后分配器已分出的内存总量</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>What the allocator had from the driver afterwards</source>
        <translation>此操作之后分配器已从驱动程序取得的内存总量</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Where it is</source>
        <translation>内存所在的位置</translation>
    </message>
    <message>
        <source>By</source>
        <translation>发起者</translation>
    </message>
    <message>
        <source>Memory at Its Peak</source>
        <translation>峰值时的内存</translation>
    </message>
    <message>
        <source>Every allocation and release with its size, lifetime, and the operator, module or call it was for.</source>
        <translation>列出每次分配与释放的大小、存活时间，以及对应的算子、模块或调用。</translation>
    </message>
    <message>
        <source>Self CPU (%)</source>
        <translation>自身 CPU (%)</translation>
    </message>
    <message>
        <source>Self CPU (ns)</source>
        <translation>自身 CPU (ns)</translation>
    </message>
    <message>
        <source>CPU time outside of what is called inside: operators, and CUDA calls</source>
        <translation>不含其内部调用（算子和 CUDA 调用）的 CPU 时间</translation>
    </message>
    <message>
        <source>Total CPU (%)</source>
        <translation>总计 CPU (%)</translation>
    </message>
    <message>
        <source>Total CPU (ns)</source>
        <translation>总计 CPU (ns)</translation>
    </message>
    <message>
        <source>CPU time with what is called inside; one that lies in another of this row counts with that one</source>
        <translation>包含其内部调用的 CPU 时间；嵌套在同一行另一次调用之内的，计入外层那一次</translation>
    </message>
    <message>
        <source>Avg CPU (ns)</source>
        <translation>平均 CPU (ns)</translation>
    </message>
    <message>
        <source>Total CPU time by the number of calls</source>
        <translation>总计 CPU 时间除以调用次数</translation>
    </message>
    <message>
        <source>Self Device (%)</source>
        <translation>自身设备 (%)</translation>
    </message>
    <message>
        <source>Self Device (ns)</source>
        <translation>自身设备 (ns)</translation>
    </message>
    <message>
        <source>Time of kernels, copies and memsets that it launched itself</source>
        <translation>由其自身发起的 kernel、拷贝和内存设置的时间</translation>
    </message>
    <message>
        <source>Total Device (ns)</source>
        <translation>总计设备 (ns)</translation>
    </message>
    <message>
        <source>The same with what is called inside</source>
        <translation>同前一列，并包含其内部的调用</translation>
    </message>
    <message>
        <source>Avg Device (ns)</source>
        <translation>平均设备 (ns)</translation>
    </message>
    <message>
        <source>Total device time by the number of calls</source>
        <translation>总计设备时间除以调用次数</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Self CPU Mem</source>
        <translation>自身 CPU 内存</translation>
    </message>
    <message>
        <source>Host memory that it allocated itself, less what it freed</source>
        <translation>其自身分配的主机内存减去其释放的主机内存</translation>
    </message>
    <message>
        <source>CPU Mem</source>
        <translation>CPU 内存</translation>
    </message>
    <message>
        <source>Self Device Mem</source>
        <translation>自身设备内存</translation>
    </message>
    <message>
        <source>Device memory that it allocated itself, less what it freed</source>
        <translation>其自身分配的设备内存减去其释放的设备内存</translation>
    </message>
    <message>
        <source>Device Mem</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Operator of the framework, annotation of the program, call of the CUDA API, or module</source>
        <translation>框架的算子、程序的标注、CUDA API 调用，或模块</translation>
    </message>
    <message>
        <source>Its name; all steps of PyTorch&apos;s profiler are one</source>
        <translation>其名称；PyTorch profiler 的所有 step 合并为一项</translation>
    </message>
    <message>
        <source>Input Shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Sizes of the tensors that it was given</source>
        <translation>输入 tensor 的大小</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Functions around it, the innermost first</source>
        <translation>包含它的各函数，由内到外</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>The modules around it and itself, the outermost first</source>
        <translation>包含它的各模块及其自身，由外到内</translation>
    </message>
    <message>
        <source>Operator Summary</source>
        <translation>算子汇总</translation>
    </message>
    <message>
        <source>Operators of a framework, annotations and CUDA calls by name, with CPU and device time and memory, as key_averages() of PyTorch&apos;s profiler has them.</source>
        <translation>按名称统计框架的算子、标注和 CUDA 调用的 CPU 时间、设备时间与内存，与 PyTorch profiler 的 key_averages() 相同。</translation>
    </message>
    <message>
        <source>Operators by Input Shapes</source>
        <translation>按输入形状统计算子</translation>
    </message>
    <message>
        <source>Operators and annotations by name and the sizes of their inputs (record_shapes=True).</source>
        <translation>按名称和输入大小统计算子与标注（record_shapes=True）。</translation>
    </message>
    <message>
        <source>Operators by Stack</source>
        <translation>按调用栈统计算子</translation>
    </message>
    <message>
        <source>Operators and annotations by name and the Python functions around them (with_stack=True).</source>
        <translation>按名称和包含它的 Python 函数统计算子与标注（with_stack=True）。</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Modules of PyTorch by their place in the model. What the backward pass does runs in a thread of its own and belongs to none.</source>
        <translation>按在模型中的位置统计 PyTorch 的模块。反向传播在单独的线程中运行，不属于任何模块。</translation>
    </message>
    <message>
        <source>Self (%)</source>
        <translation>自身 (%)</translation>
    </message>
    <message>
        <source>Self samples as a share of all</source>
        <translation>自身采样数占全部采样的比例</translation>
    </message>
    <message>
        <source>Self Samples</source>
        <translation>自身采样数</translation>
    </message>
    <message>
        <source>Samples in which the thread was in this function itself</source>
        <translation>线程正处于此函数自身之中的采样数</translation>
    </message>
    <message>
        <source>Total (%)</source>
        <translation>总计 (%)</translation>
    </message>
    <message>
        <source>Total samples as a share of all</source>
        <translation>总计采样数占全部采样的比例</translation>
    </message>
    <message>
        <source>Total Samples</source>
        <translation>总计采样数</translation>
    </message>
    <message>
        <source>Samples in which the thread was in this function or in what it called</source>
        <translation>线程正处于此函数或其所调用函数之中的采样数</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Its name; the module, where it has none</source>
        <translation>其名称；没有名称时为模块</translation>
    </message>
    <message>
        <source>Library or program that it is in</source>
        <translation>所在的库或程序</translation>
    </message>
    <message>
        <source>Self time as a share of all</source>
        <translation>自身时间占全部时间的比例</translation>
    </message>
    <message>
        <source>Self (ns)</source>
        <translation>自身 (ns)</translation>
    </message>
    <message>
        <source>Time in this function itself, within the selected time</source>
        <translation>所选时间内，此函数自身所用的时间</translation>
    </message>
    <message>
        <source>Total time as a share of all</source>
        <translation>总计时间占全部时间的比例</translation>
    </message>
    <message>
        <source>Total (ns)</source>
        <translation>总计 (ns)</translation>
    </message>
    <message>
        <source>Time in this function and in what it called; a function below itself counts once</source>
        <translation>此函数及其所调用函数所用的时间；递归时只计一次</translation>
    </message>
    <message>
        <source>Its name</source>
        <translation>其名称</translation>
    </message>
    <message>
        <source>Functions by CPU Samples</source>
        <translation>按 CPU 采样统计函数</translation>
    </message>
    <message>
        <source>Functions in which threads were when they were sampled, themselves and with what they called; all threads together.</source>
        <translation>采样时线程所处的函数，分为函数自身和包含其调用的总计；所有线程合并统计。</translation>
    </message>
    <message>
        <source>Python Functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Time in Python functions, themselves and with what they called; all threads together.</source>
        <translation>Python 函数所用的时间，分为函数自身和包含其调用的总计；所有线程合并统计。</translation>
    </message>
    <message>
        <source>Gain at Most (ns)</source>
        <translation>最多可节省 (ns)</translation>
    </message>
    <message>
        <source>Time between these kernels in which the GPU did nothing</source>
        <translation>这些 kernel 之间 GPU 没有任何工作的时间</translation>
    </message>
    <message>
        <source>When the first of them began</source>
        <translation>其中第一个开始的时刻</translation>
    </message>
    <message>
        <source>From the begin of the first to the end of the last</source>
        <translation>从第一个开始到最后一个结束</translation>
    </message>
    <message>
        <source>Small kernels in a row, with gaps of at most 100 µs</source>
        <translation>连续的小 kernel 的数量，彼此间隙不超过 100 µs</translation>
    </message>
    <message>
        <source>Mean duration of a kernel</source>
        <translation>kernel 的平均时长</translation>
    </message>
    <message>
        <source>Share of the duration in which the GPU did nothing</source>
        <translation>时长中 GPU 没有任何工作的比例</translation>
    </message>
    <message>
        <source>Sum by Wall Clock (%)</source>
        <translation>总和与墙钟时间之比 (%)</translation>
    </message>
    <message>
        <source>Sum of the durations of all kernels by the time in which some kernel ran; 100 = never two at once</source>
        <translation>所有 kernel 的时长之和除以有 kernel 运行的时间；100 = 从未有两个同时运行</translation>
    </message>
    <message>
        <source>Sum (ns)</source>
        <translation>总和 (ns)</translation>
    </message>
    <message>
        <source>Sum of the durations of all kernels, as summaries of kernels have it</source>
        <translation>所有 kernel 的时长之和，与 kernel 汇总表中的相同</translation>
    </message>
    <message>
        <source>Wall Clock (ns)</source>
        <translation>墙钟时间 (ns)</translation>
    </message>
    <message>
        <source>Time in which at least one kernel ran</source>
        <translation>至少有一个 kernel 在运行的时间</translation>
    </message>
    <message>
        <source>Low (ns)</source>
        <translation>低频 (ns)</translation>
    </message>
    <message>
        <source>Time of kernels with a clock below the threshold</source>
        <translation>时钟频率低于阈值时的 kernel 时间</translation>
    </message>
    <message>
        <source>Low (%)</source>
        <translation>低频 (%)</translation>
    </message>
    <message>
        <source>The same as a share of the time of kernels for which the clock is known</source>
        <translation>占时钟频率已知的 kernel 时间的比例</translation>
    </message>
    <message>
        <source>Mean (%)</source>
        <translation>平均 (%)</translation>
    </message>
    <message>
        <source>Lowest (%)</source>
        <translation>最低 (%)</translation>
    </message>
    <message>
        <source>Lowest clock while kernels ran, of the highest one</source>
        <translation>kernel 运行期间的最低时钟频率，相对于最高时钟频率</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Which curve</source>
        <translation>哪条曲线</translation>
    </message>
    <message>
        <source>Many Small Kernels</source>
        <translation>大量小 kernel</translation>
    </message>
    <message>
        <source>Sums of Kernels That Exceed the Time</source>
        <translation>kernel 时长之和超过实际时间</translation>
    </message>
    <message>
        <source>Kernels at a Low Clock</source>
        <translation>低时钟频率下运行的 kernel</translation>
    </message>
    <message>
        <source>Time in which a communication kernel ran and no other kernel</source>
        <translation>有通信 kernel 在运行而没有其他 kernel 的时间</translation>
    </message>
    <message>
        <source>Gain (%)</source>
        <translation>可节省 (%)</translation>
    </message>
    <message>
        <source>The same as a share of the time from the first to the last work of the GPU</source>
        <translation>占从 GPU 的最早工作到最晚工作的时间的比例</translation>
    </message>
    <message>
        <source>Communication (ns)</source>
        <translation>通信 (ns)</translation>
    </message>
    <message>
        <source>Wall clock time in which communication kernels ran</source>
        <translation>有通信 kernel 在运行的墙钟时间</translation>
    </message>
    <message>
        <source>By how much this rank entered collectives later than any other</source>
        <translation>此 rank 进入集合通信比其他任何 rank 晚多少</translation>
    </message>
    <message>
        <source>The same as a share of the time from the first to the last collective</source>
        <translation>占从最早到最晚的集合通信的时间的比例</translation>
    </message>
    <message>
        <source>Last In</source>
        <translation>最后进入次数</translation>
    </message>
    <message>
        <source>Collectives that this rank entered last</source>
        <translation>此 rank 最后进入的集合通信的数量</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信数</translation>
    </message>
    <message>
        <source>Collectives that all ranks have, matched by kind, process group and time</source>
        <translation>所有 rank 共有的集合通信的数量，按类型、进程组和时间对应</translation>
    </message>
    <message>
        <source>Others Waited (ns)</source>
        <translation>其他 rank 等待 (ns)</translation>
    </message>
    <message>
        <source>Sum over these collectives of the mean wait of the other ranks</source>
        <translation>其他 rank 在这些集合通信中的平均等待时间之和</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Communication That Nothing Hides</source>
        <translation>未被掩盖的通信</translation>
    </message>
    <message>
        <source>A Rank That Others Wait For</source>
        <translation>让其他 rank 等待的 rank</translation>
    </message>
    <message>
        <source>Sum of the durations of the copies</source>
        <translation>这些拷贝的时长之和</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝次数</translation>
    </message>
    <message>
        <source>Sum of the sizes of the copies</source>
        <translation>这些拷贝的大小之和</translation>
    </message>
    <message>
        <source>Bandwidth (B/s)</source>
        <translation>带宽 (B/s)</translation>
    </message>
    <message>
        <source>Size by duration of these copies</source>
        <translation>这些拷贝的大小除以时长</translation>
    </message>
    <message>
        <source>Pinned (B/s)</source>
        <translation>锁页 (B/s)</translation>
    </message>
    <message>
        <source>Best bandwidth of a copy of pinned memory of at least 256 KiB, of that GPU and direction in this report</source>
        <translation>此报告中该 GPU 在该方向上至少 256 KiB 的锁页内存拷贝的最高带宽</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>From where to where</source>
        <translation>从何处到何处</translation>
    </message>
    <message>
        <source>Time in which at least one of these calls ran</source>
        <translation>至少有一个此类调用在运行的时间</translation>
    </message>
    <message>
        <source>The same time by the number of calls</source>
        <translation>前述时间除以调用次数</translation>
    </message>
    <message>
        <source>Copies of Pageable Memory</source>
        <translation>可分页内存的拷贝</translation>
    </message>
    <message>
        <source>Copies between host and device, of either kind, from or to pageable host memory, with what pinned memory would save.</source>
        <translation>主机与设备之间源或目标为可分页主机内存的同步与异步拷贝，以及改用锁页内存可节省的时间。</translation>
    </message>
    <message>
        <source>Allocating While Computing</source>
        <translation>计算期间分配内存</translation>
    </message>
    <message>
        <source>How long the GPU did nothing after the work that was waited for</source>
        <translation>所等待的工作结束之后，GPU 没有任何工作的时长</translation>
    </message>
    <message>
        <source>In</source>
        <translation>所在位置</translation>
    </message>
    <message>
        <source>Innermost operator, Python function or range around the call</source>
        <translation>包含该调用的最内层算子、Python 函数或 range</translation>
    </message>
    <message>
        <source>Time in which the GPU did nothing and the thread that launched next was in Python or operators</source>
        <translation>GPU 没有任何工作，且随后发起 launch 的线程处于 Python 或算子中的时间</translation>
    </message>
    <message>
        <source>Python (ns)</source>
        <translation>Python (ns)</translation>
    </message>
    <message>
        <source>Of it, in Python outside of operators</source>
        <translation>其中处于 Python 中、算子之外的时间</translation>
    </message>
    <message>
        <source>Operators (ns)</source>
        <translation>算子 (ns)</translation>
    </message>
    <message>
        <source>Of it, in operators of the framework</source>
        <translation>其中处于框架的算子中的时间</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>间隙数</translation>
    </message>
    <message>
        <source>Gaps of the GPU before work of this thread that came too late</source>
        <translation>因该线程的工作来得太晚而出现的 GPU 间隙的数量</translation>
    </message>
    <message>
        <source>Mostly In</source>
        <translation>主要所在位置</translation>
    </message>
    <message>
        <source>Function or operator in which the thread was in the middle of most of that time</source>
        <translation>以各段时间的中点判断，线程在其中大部分时间所处的函数或算子</translation>
    </message>
    <message>
        <source>Time of it in which no GPU of the process did anything</source>
        <translation>其中进程的所有 GPU 都没有任何工作的时间</translation>
    </message>
    <message>
        <source>When it began</source>
        <translation>开始的时刻</translation>
    </message>
    <message>
        <source>How long data was loaded, or how long the step took until its first launch</source>
        <translation>数据加载所用的时长，或 step 到其首次 launch 的时长</translation>
    </message>
    <message>
        <source>Range in which data is loaded, or the step</source>
        <translation>加载数据的 range，或 step</translation>
    </message>
    <message>
        <source>Synchronization Before an Idle GPU</source>
        <translation>同步后 GPU 空闲</translation>
    </message>
    <message>
        <source>Launches Late Because of Python</source>
        <translation>因 Python 而迟到的 launch</translation>
    </message>
    <message>
        <source>GPU Waits for Data</source>
        <translation>GPU 等待数据</translation>
    </message>
    <message>
        <source>Compute (%)</source>
        <translation>计算 (%)</translation>
    </message>
    <message>
        <source>How long its GPU computed, in percent of the mean of the other ranks: far above 100, the GPU is slower or has more to do; if not, the CPU came late</source>
        <translation>其 GPU 的计算时间，以其他 rank 平均值的百分比表示：远高于 100 表示该 GPU 较慢或任务更多；否则是 CPU 迟到</translation>
    </message>
    <message>
        <source>Share of the time of all outermost ranges</source>
        <translation>占所有最外层 range 时间的比例</translation>
    </message>
    <message>
        <source>Sum of their durations, inside the selected time</source>
        <translation>在所选时间内的时长之和</translation>
    </message>
    <message>
        <source>Self Time (ns)</source>
        <translation>自身时间 (ns)</translation>
    </message>
    <message>
        <source>The same without the ranges inside</source>
        <translation>同上，但不含其内部的 range</translation>
    </message>
    <message>
        <source>NVTX Range Tree</source>
        <translation>NVTX range 树</translation>
    </message>
    <message>
        <source>Virtual Address</source>
        <translation>虚拟地址</translation>
    </message>
    <message>
        <source>Where the migrated or touched memory begins</source>
        <translation>被迁移或被访问的内存的起始地址</translation>
    </message>
    <message>
        <source>HtoD Migration Size (MB)</source>
        <translation>HtoD 迁移大小 (MB)</translation>
    </message>
    <message>
        <source>Moved from the host to a GPU</source>
        <translation>从主机迁移到 GPU 的数据量</translation>
    </message>
    <message>
        <source>DtoH Migration Size (MB)</source>
        <translation>DtoH 迁移大小 (MB)</translation>
    </message>
    <message>
        <source>Moved from a GPU to the host</source>
        <translation>从 GPU 迁移到主机的数据量</translation>
    </message>
    <message>
        <source>CPU Page Faults</source>
        <translation>CPU 缺页次数</translation>
    </message>
    <message>
        <source>Times a CPU touched a page that was elsewhere</source>
        <translation>CPU 访问不在本地的页的次数</translation>
    </message>
    <message>
        <source>GPU Page Faults</source>
        <translation>GPU 缺页次数</translation>
    </message>
    <message>
        <source>Times a GPU touched a page that was elsewhere</source>
        <translation>GPU 访问不在本地的页的次数</translation>
    </message>
    <message>
        <source>Migration Throughput (MB/s)</source>
        <translation>迁移吞吐量 (MB/s)</translation>
    </message>
    <message>
        <source>Moved bytes by the time of the migrations</source>
        <translation>迁移的字节数除以迁移所用的时间</translation>
    </message>
    <message>
        <source>Total HtoD Migration Size (MB)</source>
        <translation>HtoD 迁移总量 (MB)</translation>
    </message>
    <message>
        <source>Total DtoH Migration Size (MB)</source>
        <translation>DtoH 迁移总量 (MB)</translation>
    </message>
    <message>
        <source>Total CPU Page Faults</source>
        <translation>CPU 缺页总次数</translation>
    </message>
    <message>
        <source>Total GPU PageFaults</source>
        <translation>GPU 缺页总次数</translation>
    </message>
    <message>
        <source>Minimum Virtual Address</source>
        <translation>最小虚拟地址</translation>
    </message>
    <message>
        <source>The lowest address</source>
        <translation>最低的地址</translation>
    </message>
    <message>
        <source>Maximum Virtual Address</source>
        <translation>最大虚拟地址</translation>
    </message>
    <message>
        <source>The highest address at which a migration or fault begins</source>
        <translation>迁移或缺页起始地址中最高的一个</translation>
    </message>
    <message>
        <source>CPU Instruction Address</source>
        <translation>CPU 指令地址</translation>
    </message>
    <message>
        <source>The instruction that touched it, with its module</source>
        <translation>访问该页的指令及其模块</translation>
    </message>
    <message>
        <source>Unified Memory Analysis Summary</source>
        <translation>统一内存分析汇总</translation>
    </message>
    <message>
        <source>Migrations and page faults by address, most bytes first.</source>
        <translation>按地址统计迁移与缺页，字节数最多的在前。</translation>
    </message>
    <message>
        <source>Unified Memory Totals Summary</source>
        <translation>统一内存总计汇总</translation>
    </message>
    <message>
        <source>All migrations and page faults of unified memory together.</source>
        <translation>统一内存的全部迁移与缺页合计。</translation>
    </message>
    <message>
        <source>Unified Memory CPU Page Faults Summary</source>
        <translation>统一内存 CPU 缺页汇总</translation>
    </message>
    <message>
        <source>Page faults of CPUs by the instruction that touched the page.</source>
        <translation>按访问该页的指令统计 CPU 缺页。</translation>
    </message>
    <message>
        <source>Self CPU time as a share of that of all operators and CUDA calls</source>
        <translation>自身 CPU 时间占所有算子和 CUDA 调用自身 CPU 时间的比例</translation>
    </message>
    <message>
        <source>Total CPU time as a share of the self CPU time of all operators and CUDA calls</source>
        <translation>总 CPU 时间占所有算子和 CUDA 调用自身 CPU 时间的比例</translation>
    </message>
    <message>
        <source>Self device time as a share of that of all operators and CUDA calls</source>
        <translation>自身设备时间占所有算子和 CUDA 调用自身设备时间的比例</translation>
    </message>
    <message>
        <source>Name of a range or operator of the forward pass, without its numbers; of NVTX behind its domain</source>
        <translation>前向过程中的范围或算子名称，不含其编号；NVTX 范围前带有其 domain</translation>
    </message>
    <message>
        <source>Ranges with GPU work</source>
        <translation>包含 GPU 工作的范围</translation>
    </message>
    <message>
        <source>Total GPU Time (ns)</source>
        <translation>GPU 总时间 (ns)</translation>
    </message>
    <message>
        <source>Sum of the durations of all that GPU work; what overlaps counts twice</source>
        <translation>所有这些 GPU 工作的时长之和；重叠部分计两次</translation>
    </message>
    <message>
        <source>Forward (ns)</source>
        <translation>前向 (ns)</translation>
    </message>
    <message>
        <source>GPU work that was launched inside, and is not of the next column</source>
        <translation>在其中启动、且不属于下一列的 GPU 工作</translation>
    </message>
    <message>
        <source>Backward (ns)</source>
        <translation>反向 (ns)</translation>
    </message>
    <message>
        <source>GPU work that was launched by the backward operators of the operators inside, on whatever thread and whenever</source>
        <translation>由其中各算子的反向算子启动的 GPU 工作，无论在哪个线程、何时启动</translation>
    </message>
    <message>
        <source>Backward (%)</source>
        <translation>反向 (%)</translation>
    </message>
    <message>
        <source>Share of the backward work</source>
        <translation>反向工作所占比例</translation>
    </message>
    <message>
        <source>Forward GPU Ops</source>
        <translation>前向 GPU 操作数</translation>
    </message>
    <message>
        <source>Kernels, memory operations and graphs of the forward work</source>
        <translation>前向工作中的 kernel、内存操作和 graph</translation>
    </message>
    <message>
        <source>Backward GPU Ops</source>
        <translation>反向 GPU 操作数</translation>
    </message>
    <message>
        <source>The same of the backward work</source>
        <translation>反向工作中的同类操作</translation>
    </message>
    <message>
        <source>Forward and Backward GPU Summary</source>
        <translation>前向与反向 GPU 汇总</translation>
    </message>
    <message>
        <source>Ranges and operators by name, with the GPU work of their forward and of their backward pass. The latter runs on a thread of its own and is found by the sequence numbers of PyTorch&apos;s operators.</source>
        <translation>按名称列出范围和算子，以及其前向和反向过程的 GPU 工作。后者在自己的线程上运行，通过 PyTorch 算子的序号找到。</translation>
    </message>
    <message>
        <source>Rows around it</source>
        <translation>它周围的行</translation>
    </message>
    <message>
        <source>Samples of this row and of the rows below it</source>
        <translation>本行及其下各行的采样</translation>
    </message>
    <message>
        <source>Samples that end with this row</source>
        <translation>以本行结尾的采样</translation>
    </message>
    <message>
        <source>Time of this row and of the rows below it, within the selected time</source>
        <translation>所选时间内，本行及其下各行的时间</translation>
    </message>
    <message>
        <source>Time of this row without the rows below it</source>
        <translation>本行的时间，不含其下各行</translation>
    </message>
    <message>
        <source>CPU Samples, Top-Down</source>
        <translation>CPU 采样，自顶向下</translation>
    </message>
    <message>
        <source>CPU samples by call chain, from the outermost function down; all threads together. A number limits the levels.</source>
        <translation>按调用链统计的 CPU 采样，从最外层函数向下；所有线程合计。一个数字限制层数。</translation>
    </message>
    <message>
        <source>CPU Samples, Bottom-Up</source>
        <translation>CPU 采样，自底向上</translation>
    </message>
    <message>
        <source>CPU samples by the function that was running, below each its callers; all threads together. A number limits the levels.</source>
        <translation>按正在运行的函数统计的 CPU 采样，其下为各调用者；所有线程合计。一个数字限制层数。</translation>
    </message>
    <message>
        <source>Python Functions, Top-Down</source>
        <translation>Python 函数，自顶向下</translation>
    </message>
    <message>
        <source>Time in Python functions by who called them, from the outermost down; all threads together. A number limits the levels.</source>
        <translation>按调用者统计的 Python 函数时间，从最外层向下；所有线程合计。一个数字限制层数。</translation>
    </message>
    <message>
        <source>Python Functions, Bottom-Up</source>
        <translation>Python 函数，自底向上</translation>
    </message>
    <message>
        <source>Time in Python functions themselves, below each its callers; all threads together. A number limits the levels.</source>
        <translation>Python 函数自身的时间，其下为各调用者；所有线程合计。一个数字限制层数。</translation>
    </message>
    <message>
        <source>Slices, Top-Down</source>
        <translation>Slice，自顶向下</translation>
    </message>
    <message>
        <source>Slices of threads in trace events by how they nest; all threads together. A number limits the levels.</source>
        <translation>跟踪事件中线程的 slice，按其嵌套关系；所有线程合计。一个数字限制层数。</translation>
    </message>
    <message>
        <source>Slices, Bottom-Up</source>
        <translation>Slice，自底向上</translation>
    </message>
    <message>
        <source>Time in slices themselves, below each the slices around it; all threads together. A number limits the levels.</source>
        <translation>slice 自身的时间，其下为包含它的 slice；所有线程合计。一个数字限制层数。</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Slice</translation>
    </message>
    <message>
        <source>Sum of the durations on the device</source>
        <translation>设备上时长之和</translation>
    </message>
    <message>
        <source>Launches of the kernel, or calls of the operator</source>
        <translation>kernel 的启动次数，或算子的调用次数</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>A fused multiply-add is two</source>
        <translation>一次融合乘加算两次</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>10^9 operations per second</source>
        <translation>每秒 10^9 次运算</translation>
    </message>
    <message>
        <source>Peak GFLOP/s</source>
        <translation>峰值 GFLOP/s</translation>
    </message>
    <message>
        <source>What the chip could do in that time, without sparsity</source>
        <translation>芯片在该时间内能做的，不含稀疏</translation>
    </message>
    <message>
        <source>DRAM GB/s</source>
        <translation>DRAM GB/s</translation>
    </message>
    <message>
        <source>10^9 bytes per second from and to the device&apos;s memory</source>
        <translation>进出设备内存的每秒 10^9 字节</translation>
    </message>
    <message>
        <source>L2 GB/s</source>
        <translation>L2 GB/s</translation>
    </message>
    <message>
        <source>10^9 bytes per second between L2 and the multiprocessors, by the metric in its column</source>
        <translation>L2 与 SM 之间每秒 10^9 字节，按所在列的指标</translation>
    </message>
    <message>
        <source>L1 GB/s</source>
        <translation>L1 GB/s</translation>
    </message>
    <message>
        <source>10^9 bytes per second out of L1, by the metric in its column</source>
        <translation>L1 输出的每秒 10^9 字节，按所在列的指标</translation>
    </message>
    <message>
        <source>Peak DRAM GB/s</source>
        <translation>峰值 DRAM GB/s</translation>
    </message>
    <message>
        <source>What that memory could move in that time</source>
        <translation>该内存在该时间内能传输的</translation>
    </message>
    <message>
        <source>Peak L2 GB/s</source>
        <translation>峰值 L2 GB/s</translation>
    </message>
    <message>
        <source>Peak L1 GB/s</source>
        <translation>峰值 L1 GB/s</translation>
    </message>
    <message>
        <source>DRAM FLOP/byte</source>
        <translation>DRAM FLOP/byte</translation>
    </message>
    <message>
        <source>Operations for each byte that was moved</source>
        <translation>每传输一个字节的运算次数</translation>
    </message>
    <message>
        <source>L2 FLOP/byte</source>
        <translation>L2 FLOP/byte</translation>
    </message>
    <message>
        <source>L1 FLOP/byte</source>
        <translation>L1 FLOP/byte</translation>
    </message>
    <message>
        <source>DRAM Roof (%)</source>
        <translation>DRAM 上限（%）</translation>
    </message>
    <message>
        <source>Share of the most that is possible at that FLOP/byte</source>
        <translation>占该 FLOP/byte 下可能的最大值的比例</translation>
    </message>
    <message>
        <source>L2 Roof (%)</source>
        <translation>L2 上限（%）</translation>
    </message>
    <message>
        <source>L1 Roof (%)</source>
        <translation>L1 上限（%）</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Kernel, or operator of the framework</source>
        <translation>kernel，或框架的算子</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Sizes that the model of the operator counts with; empty where calls differ</source>
        <translation>算子模型计算所用的大小；各次调用不同时为空</translation>
    </message>
    <message>
        <source>Name of the device</source>
        <translation>设备名称</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>What to keep in mind about the row</source>
        <translation>关于本行需要注意的</translation>
    </message>
    <message>
        <source>Work From</source>
        <translation>工作量来源</translation>
    </message>
    <message>
        <source>How the operations were counted</source>
        <translation>运算量的计算方式</translation>
    </message>
    <message>
        <source>DRAM From</source>
        <translation>DRAM 来源</translation>
    </message>
    <message>
        <source>Metric that the bytes are from</source>
        <translation>字节数所用的指标</translation>
    </message>
    <message>
        <source>L2 From</source>
        <translation>L2 来源</translation>
    </message>
    <message>
        <source>L1 From</source>
        <translation>L1 来源</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Peak From</source>
        <translation>峰值来源</translation>
    </message>
    <message>
        <source>Metric, or data sheet, that the peak is from</source>
        <translation>峰值所用的指标或数据手册</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Work and traffic of kernels beside what the chip can do: kernels of Nsight Compute, or operators of PyTorch&apos;s profiler by a model.</source>
        <translation>kernel 的工作量和流量与芯片能力的对照：Nsight Compute 的 kernel，或按模型计算的 PyTorch profiler 算子。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>A (ns)</source>
        <translation>A (ns)</translation>
    </message>
    <message>
        <source>B (ns)</source>
        <translation>B (ns)</translation>
    </message>
    <message>
        <source>Delta (ns)</source>
        <translation>差值 (ns)</translation>
    </message>
    <message>
        <source>Delta (%)</source>
        <translation>差值 (%)</translation>
    </message>
    <message>
        <source>Spread (ns)</source>
        <translation>离散 (ns)</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Count A</source>
        <translation>A 次数</translation>
    </message>
    <message>
        <source>Count B</source>
        <translation>B 次数</translation>
    </message>
    <message>
        <source>Each A (ns)</source>
        <translation>A 每次 (ns)</translation>
    </message>
    <message>
        <source>Each B (ns)</source>
        <translation>B 每次 (ns)</translation>
    </message>
    <message>
        <source>Self A (ns)</source>
        <translation>A 自身 (ns)</translation>
    </message>
    <message>
        <source>Self B (ns)</source>
        <translation>B 自身 (ns)</translation>
    </message>
    <message>
        <source>Steps and GPU Time</source>
        <translation>Step 与 GPU 时间</translation>
    </message>
    <message>
        <source>Copies and Memsets</source>
        <translation>拷贝与 memset</translation>
    </message>
    <message>
        <source>API Calls</source>
        <translation>API 调用</translation>
    </message>
    <message>
        <source>NVTX Ranges and Annotations</source>
        <translation>NVTX range 与标注</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Place in the report, from 0</source>
        <translation>在报告中的位置，从 0 开始</translation>
    </message>
    <message>
        <source>Est. Speedup (%)</source>
        <translation>预计加速 (%)</translation>
    </message>
    <message>
        <source>Greatest share of the duration that one rule of the profiler thinks can be saved; estimates for a part of the kernel do not count</source>
        <translation>分析器的单条规则认为可以节省的最大时间占比；只针对 kernel 一部分的估计不计</translation>
    </message>
    <message>
        <source>On the device, as the profiler measured it</source>
        <translation>在设备上的时间，由分析器测得</translation>
    </message>
    <message>
        <source>Runtime Improvement (ns)</source>
        <translation>可改善的时间 (ns)</translation>
    </message>
    <message>
        <source>Duration × estimated speed-up: where work pays most</source>
        <translation>时长 × 预计加速：最值得优化之处</translation>
    </message>
    <message>
        <source>Throughput of the multiprocessors, of what they could do</source>
        <translation>多处理器的吞吐量占其能力的比例</translation>
    </message>
    <message>
        <source>Memory (%)</source>
        <translation>内存 (%)</translation>
    </message>
    <message>
        <source>Throughput of the memory system, of what it could do</source>
        <translation>内存系统的吞吐量占其能力的比例</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Of a thread</source>
        <translation>每个线程</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Blocks of the launch</source>
        <translation>启动的 block 数</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>每个 block 的线程数</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Elapsed cycles of the multiprocessors</source>
        <translation>多处理器经过的周期数</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>The rule that estimates the speed-up</source>
        <translation>给出加速估计的规则</translation>
    </message>
    <message>
        <source>Profiled Kernels</source>
        <translation>已分析的 kernel</translation>
    </message>
    <message>
        <source>What Nsight Compute measured of each kernel, a line a launch.</source>
        <translation>Nsight Compute 对每个 kernel 的测量，每次启动一行。</translation>
    </message>
    <message>
        <source>Kind of arithmetic; a kernel that does several has a row for each, and one that does none says so</source>
        <translation>运算种类；进行多种运算的 kernel 每种一行，没有浮点运算的会注明</translation>
    </message>
    <message>
        <source>Whether the profiler measured the peak or a data sheet says it, or neither</source>
        <translation>峰值是由性能分析器测得、来自数据手册，还是两者都不是</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>→ kernels of B that came in its place; ← kernels of A in whose place it came</source>
        <translation>→ B 中取代它的 kernel；← A 中被它取代的 kernel</translation>
    </message>
    <message>
        <source>What is busiest; latency where the profiler saw both compute and memory below 60 % of the speed of light, or, where it did not look, all shares of peaks are below 40 %</source>
        <translation>最忙的部分；性能分析器测得计算和内存都低于 Speed of Light 的 60 %，或未测量而所有峰值占比都低于 40 % 时为 latency</translation>
    </message>
    <message>
        <source>Python Samples, Top-Down</source>
        <translation>Python 采样，自顶向下</translation>
    </message>
    <message>
        <source>Samples of Python by call chain, from the outermost function down; all threads together. A number limits the levels.</source>
        <translation>按调用链统计的 Python 采样，从最外层函数向下；所有线程合计。数字限制层数。</translation>
    </message>
    <message>
        <source>Python Samples, Bottom-Up</source>
        <translation>Python 采样，自底向上</translation>
    </message>
    <message>
        <source>Samples of Python by the function that was running, below each its callers; all threads together. A number limits the levels.</source>
        <translation>按正在运行的函数统计的 Python 采样，其下为调用者；所有线程合计。数字限制层数。</translation>
    </message>
    <message>
        <source>GPU Work by Stack of Launch, Top-Down</source>
        <translation>按启动调用栈的 GPU 工作，自顶向下</translation>
    </message>
    <message>
        <source>Time of kernels and copies by the stack of the call that launched them, from the outermost function down (--python-backtrace=cuda, --cudabacktrace). A number limits the levels.</source>
        <translation>kernel 和拷贝的时间，按启动它们的调用的调用栈统计，从最外层函数向下（--python-backtrace=cuda、--cudabacktrace）。数字限制层数。</translation>
    </message>
    <message>
        <source>GPU Work by Stack of Launch, Bottom-Up</source>
        <translation>按启动调用栈的 GPU 工作，自底向上</translation>
    </message>
    <message>
        <source>Time of kernels and copies, below each the functions that launched it, the innermost first (--python-backtrace=cuda, --cudabacktrace). A number limits the levels.</source>
        <translation>kernel 和拷贝的时间，其下为启动它的函数，最内层在前（--python-backtrace=cuda、--cudabacktrace）。数字限制层数。</translation>
    </message>
    <message>
        <source>Functions by Python Samples</source>
        <translation>按 Python 采样统计的函数</translation>
    </message>
    <message>
        <source>Functions of Python in which threads were when they were sampled, themselves and with what they called; all threads together.</source>
        <translation>采样时线程所在的 Python 函数，自身时间及包含其调用的时间；所有线程合计。</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>测得</translation>
    </message>
    <message>
        <source>data sheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>not from a data sheet</source>
        <translation>并非来自数据手册</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>The library that was called</source>
        <translation>被调用的库</translation>
    </message>
    <message>
        <source>Library Calls</source>
        <translation>库调用</translation>
    </message>
    <message>
        <source>Calls of cuBLAS, cuDNN, cuSOLVER, cuSPARSE, MPI, OpenMP, OpenGL that were traced, by library and function.</source>
        <translation>所跟踪的 cuBLAS、cuDNN、cuSOLVER、cuSPARSE、MPI、OpenMP、OpenGL 调用，按库和函数统计。</translation>
    </message>
    <message>
        <source>MPI Calls</source>
        <translation>MPI 调用</translation>
    </message>
    <message>
        <source>Calls of MPI that were traced, by function.</source>
        <translation>所跟踪的 MPI 调用，按函数统计。</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Pageable</source>
        <translation>可分页</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>锁页</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>Managed</source>
        <translation>Managed</translation>
    </message>
    <message>
        <source>Device Static</source>
        <translation>设备静态</translation>
    </message>
    <message>
        <source>Managed Static</source>
        <translation>Managed 静态</translation>
    </message>
    <message>
        <source>Ranges by name, as the CPU saw them: of NVTX and roctx, and annotations of frameworks. Marks are not counted.</source>
        <translation>按名称统计 CPU 上的 range：NVTX、roctx 与框架的标注。不计 mark。</translation>
    </message>
    <message>
        <source>Name; of NVTX behind its domain, and nothing stands before the colon in the default domain</source>
        <translation>名称；NVTX 的名称前为 domain，默认 domain 时冒号前为空</translation>
    </message>
    <message>
        <source>What made the range: NVTX, roctx, RCCL, atrace, or an annotation such as record_function of PyTorch</source>
        <translation>range 的来源：NVTX、roctx、RCCL、atrace，或标注（例如 PyTorch 的 record_function）</translation>
    </message>
    <message>
        <source>NVTX, roctx, atrace: ranges of the program; Annotation, Operator, Module: as a framework&apos;s profiler has it</source>
        <translation>NVTX、roctx、atrace：程序的 range；Annotation、Operator、Module：由框架的 profiler 记录</translation>
    </message>
    <message>
        <source>Kernels by the ranges around their launch.</source>
        <translation>按 launch 所在的 range 统计 kernel。</translation>
    </message>
    <message>
        <source>Ranges of threads (NVTX, roctx, annotations of frameworks) by how they nest: those of one name in one place are one row. All threads together.</source>
        <translation>按嵌套关系统计线程的 range（NVTX、roctx、框架的标注）：同一位置的同名 range 合为一行。所有线程合并统计。</translation>
    </message>
    <message>
        <source>Time in slices of threads, themselves and with what they hold; all threads together. With :base names that differ in shapes or numbers are one.</source>
        <translation>线程 slice 自身以及连同其内容的时间；所有线程合并统计。加 :base 则仅形状或编号不同的名称合为一个。</translation>
    </message>
    <message>
        <source>Its name, behind that of the phase where phases are asked for</source>
        <translation>指标名称；按阶段统计时前面为阶段名称</translation>
    </message>
    <message>
        <source>Mean of its values, by the time for which each holds</source>
        <translation>按各值持续时间加权的平均值</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Least value</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>P50</source>
        <translation>P50</translation>
    </message>
    <message>
        <source>Least value that it does not exceed for half of the time</source>
        <translation>一半时间内不超过的最小值</translation>
    </message>
    <message>
        <source>P95</source>
        <translation>P95</translation>
    </message>
    <message>
        <source>Least value that it does not exceed for 95 % of the time</source>
        <translation>95% 时间内不超过的最小值</translation>
    </message>
    <message>
        <source>P99</source>
        <translation>P99</translation>
    </message>
    <message>
        <source>Least value that it does not exceed for 99 % of the time</source>
        <translation>99% 时间内不超过的最小值</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Greatest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Values that hold in that time</source>
        <translation>该时间内的值的数量</translation>
    </message>
    <message>
        <source>Time of which a value is known; the last sample holds for none</source>
        <translation>有值的时间；最后一个采样不占时间</translation>
    </message>
    <message>
        <source>GPU Metric Summary</source>
        <translation>GPU 指标汇总</translation>
    </message>
    <message>
        <source>Each sampled curve of a GPU: mean, percentiles, extremes. With :nvtx-name by phase: the time in which the GPU did what ranges of one name launched.</source>
        <translation>GPU 的每条采样曲线：平均值、百分位数与极值。加 :nvtx-name 则按阶段统计：GPU 执行同名 range 所发起工作的时间。</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copies and memsets</source>
        <translation>拷贝与 memset</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>softmax and loss</source>
        <translation>softmax 与损失</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>element by element</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>As it was named (--group), or what such work is usually for</source>
        <translation>指定的名称（--group），或此类工作的通常用途</translation>
    </message>
    <message>
        <source>Share of the time from the first to the last work of the GPU</source>
        <translation>占该 GPU 从第一项到最后一项工作的时间的比例</translation>
    </message>
    <message>
        <source>Time in which work of these groups ran, and of no other</source>
        <translation>恰好只有这些分组的工作在运行的时间</translation>
    </message>
    <message>
        <source>Groups at Once</source>
        <translation>同时运行的分组数</translation>
    </message>
    <message>
        <source>How many groups that are</source>
        <translation>其中分组的数量</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>The groups that ran at once</source>
        <translation>同时运行的分组</translation>
    </message>
    <message>
        <source>GPU Work by Groups</source>
        <translation>按分组统计 GPU 工作</translation>
    </message>
    <message>
        <source>Kernels, graphs, copies and memsets by groups of names: those that are given (--group NAME=PATTERN), or what such work is usually for. Work is in the first group whose pattern its name holds.</source>
        <translation>按名称分组统计 kernel、graph、拷贝与 memset：指定的分组（--group NAME=PATTERN），或此类工作的通常用途。工作归入名称匹配的第一个分组。</translation>
    </message>
    <message>
        <source>Overlap of Groups of GPU Work</source>
        <translation>GPU 工作分组的重叠</translation>
    </message>
    <message>
        <source>For how long which groups of GPU work ran at once, by GPU: the rows of a GPU add up to the time from its first to its last work.</source>
        <translation>按 GPU 统计哪些分组的工作同时运行了多久：一个 GPU 的各行合计为其从第一项到最后一项工作的时间。</translation>
    </message>
    <message>
        <source>How many there are; one that lies in another of this row counts with that one</source>
        <translation>次数；嵌套在本行另一次之内的，与其算作一次</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>The machine; of several files opened as one, the file</source>
        <translation>机器；多个文件合并打开时为文件</translation>
    </message>
    <message>
        <source>Number of the rank, where the report knows it</source>
        <translation>rank 的编号（若报告中有）</translation>
    </message>
    <message>
        <source>Number of the rank, where the report has it</source>
        <translation>rank 的编号（若报告中有）</translation>
    </message>
    <message>
        <source>GPU that steps of the process launch work on; each has a row. The numbers behind are of it</source>
        <translation>该进程的 step 用到的 GPU，每个 GPU 一行；其后各列均为该 GPU 的数字</translation>
    </message>
    <message>
        <source>CPU (ns)</source>
        <translation>CPU (ns)</translation>
    </message>
    <message>
        <source>CPU range: how long it took on the CPU; GPU work may outlast it</source>
        <translation>CPU 区间：在 CPU 上用了多久；GPU 工作可能在其后才结束</translation>
    </message>
    <message>
        <source>GPU Start (ns)</source>
        <translation>GPU 开始 (ns)</translation>
    </message>
    <message>
        <source>When the first work began that the step launched</source>
        <translation>该 step 发起的第一项工作的开始时间</translation>
    </message>
    <message>
        <source>GPU Span (ns)</source>
        <translation>GPU 跨度 (ns)</translation>
    </message>
    <message>
        <source>From the first start to the last end of the work that the step launched</source>
        <translation>该 step 发起的工作从最早开始到最晚结束的时间</translation>
    </message>
    <message>
        <source>Pace (ns)</source>
        <translation>节拍 (ns)</translation>
    </message>
    <message>
        <source>From the end of the former step, or its own begin where that is later, to the end of its own work on CPU and GPU. The columns behind are of this time</source>
        <translation>从前一个 step 结束（或自身开始，取较晚者）到自身在 CPU 和 GPU 上的工作结束。其后各列均针对这段时间</translation>
    </message>
    <message>
        <source>How much longer its pace is than the median; steps far above are outliers. Empty of a first step whose work outlasts it: its pace holds how long an empty queue takes to fill, and the median leaves it out</source>
        <translation>其节拍比中位数长多少；远高于中位数的为离群 step。第一个 step 的工作若延续到其后则为空：它的节拍含有填满空队列的时间，不计入中位数</translation>
    </message>
    <message>
        <source>Each step of the run by process and GPU: how long it took on the CPU and on the GPU, its pace, and what the GPU did in that time.</source>
        <translation>按进程和 GPU 列出每个 step：在 CPU 和 GPU 上用了多久、它的节拍，以及其间 GPU 的工作。</translation>
    </message>
    <message>
        <source>A communication kernel (of NCCL, RCCL, NVSHMEM, DeepEP …) ran and no other kernel: exposed communication</source>
        <translation>有通信 kernel（NCCL、RCCL、NVSHMEM、DeepEP 等）在运行而没有其他 kernel：暴露的通信</translation>
    </message>
    <message>
        <source>Size of the process group, where the report has it; of a communicator that was made before the report began, the ranks that use it in the report</source>
        <translation>进程组的大小，前提是报告中有；若 communicator 在报告开始之前创建，则为报告中使用它的 rank 数</translation>
    </message>
    <message>
        <source>Communication between GPUs by collective and GPU, of whatever library: times, sizes, bandwidth, and how much is not hidden behind other kernels.</source>
        <translation>按集合通信和 GPU 列出 GPU 之间的通信，不论来自哪个库：时间、大小、带宽，以及有多少没有被其他 kernel 掩盖。</translation>
    </message>
    <message>
        <source>Busy (%)</source>
        <translation>忙碌 (%)</translation>
    </message>
    <message>
        <source>Busy time as a share of the time from its first to its last event</source>
        <translation>忙碌时间占从第一个到最后一个事件的时间的比例</translation>
    </message>
    <message>
        <source>Busy (ns)</source>
        <translation>忙碌 (ns)</translation>
    </message>
    <message>
        <source>Some work ran; of a thread: it was in some call, operator, function or slice, and did not wait</source>
        <translation>有工作在运行；线程：处于某个调用、算子、函数或 slice 之中且未在等待</translation>
    </message>
    <message>
        <source>Waiting (ns)</source>
        <translation>等待 (ns)</translation>
    </message>
    <message>
        <source>Of a thread: it was in calls that wait for the GPU, or of the OS runtime</source>
        <translation>线程：处于等待 GPU 的调用或 OS runtime 调用之中</translation>
    </message>
    <message>
        <source>Nothing ran, between its first and its last event</source>
        <translation>第一个与最后一个事件之间，没有任何工作在运行的时间</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Begin of the first event</source>
        <translation>第一个事件的开始</translation>
    </message>
    <message>
        <source>End of the last event</source>
        <translation>最后一个事件的结束</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>A GPU of a process, a context, a stream, or a thread</source>
        <translation>进程的 GPU、context、stream 或线程</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Number of the context, stream or thread</source>
        <translation>context、stream 或线程的编号</translation>
    </message>
    <message>
        <source>What the report calls it</source>
        <translation>报告中的名称</translation>
    </message>
    <message>
        <source>Most Time In</source>
        <translation>耗时最多</translation>
    </message>
    <message>
        <source>The name with most time there: of a GPU&apos;s rows a kernel, or a copy where no kernel ran</source>
        <translation>耗时最多的名称：GPU 行为 kernel，没有 kernel 时为拷贝</translation>
    </message>
    <message>
        <source>Rows by Use</source>
        <translation>各行的使用情况</translation>
    </message>
    <message>
        <source>GPUs, contexts, streams and threads by how long they were busy, waited, and had nothing to do.</source>
        <translation>GPU、context、stream 与线程各自忙碌、等待与空闲的时间。</translation>
    </message>
    <message>
        <source>Number of the rank; where the report has none its machine, or its report where several were opened as one</source>
        <translation>Rank 的编号；报告中没有时为其机器，多个文件合并打开时为其报告</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>节</translation>
    </message>
    <message>
        <source>First section of the profiler that shows it</source>
        <translation>分析器中第一个显示它的节</translation>
    </message>
    <message>
        <source>Name of the metric</source>
        <translation>指标的名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>In base units: byte, ns, Hz; empty where it was not measured</source>
        <translation>以基本单位计：byte、ns、Hz；未测得时为空</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Unit of the value; empty: a bare number, or unknown</source>
        <translation>值的单位；为空：纯数字或未知</translation>
    </message>
    <message>
        <source>Section of the profiler that the rule belongs to</source>
        <translation>规则所属的分析器的节</translation>
    </message>
    <message>
        <source>What the rule calls it</source>
        <translation>规则中的名称</translation>
    </message>
    <message>
        <source>information, warning, error, or optimization</source>
        <translation>信息、警告、错误或优化</translation>
    </message>
    <message>
        <source>Share of the time that the rule thinks can be saved; empty where it estimates none</source>
        <translation>规则认为可以节省的时间占比；未估计时为空</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Of what: the whole kernel, or a part of it</source>
        <translation>针对什么：整个 kernel，或其中一部分</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>What it says, in the profiler&apos;s words</source>
        <translation>规则的内容（分析器的原文）</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Source file of the instruction, where the report knows it</source>
        <translation>指令的源文件，如果报告中有</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Line in that file</source>
        <translation>该文件中的行号</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Bytes from the start of the function</source>
        <translation>距函数开头的字节数</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Text of the instruction, where the report holds it</source>
        <translation>指令的文本，如果报告中有</translation>
    </message>
    <message>
        <source>What was measured at that instruction; what was not has no row</source>
        <translation>在该指令处测得的值；未测量的没有行</translation>
    </message>
    <message>
        <source>Metrics of Profiled Kernels</source>
        <translation>已分析的 kernel 的指标</translation>
    </message>
    <message>
        <source>Every metric that Nsight Compute measured of each kernel, as its raw page has them.</source>
        <translation>Nsight Compute 对每个 kernel 测量的所有指标，与其 raw 页面相同。</translation>
    </message>
    <message>
        <source>Rules of the Profiler</source>
        <translation>分析器的规则</translation>
    </message>
    <message>
        <source>What the rules of Nsight Compute say of each kernel, as its details page has it.</source>
        <translation>Nsight Compute 的规则对每个 kernel 的说明，与其 details 页面相同。</translation>
    </message>
    <message>
        <source>Profiled Kernels by Instruction</source>
        <translation>按指令列出已分析的 kernel</translation>
    </message>
    <message>
        <source>What Nsight Compute measured at each instruction of each kernel, a row a metric; sums by line are those of the source page.</source>
        <translation>Nsight Compute 在每个 kernel 的每条指令处测得的值，每个指标一行；按行求和即为 source 页面的值。</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>疑问</translation>
    </message>
    <message>
        <source>What makes the numbers doubtful</source>
        <translation>使数字存疑的原因</translation>
    </message>
    <message>
        <source>Amount (%)</source>
        <translation>程度 (%)</translation>
    </message>
    <message>
        <source>Of an instance: its share of the time of all kernels. Of clocks: the mean while kernels ran, of the highest, or of the fastest GPU. Of the profiler and of events: share of the time. Of warm-up: the first step by the median of the others. Of steps: the share of those that differ</source>
        <translation>单次执行：占所有 kernel 时间的比例。时钟：kernel 运行期间的平均频率与最高频率（或最快 GPU）之比。分析器和事件：占总时间的比例。预热：第一个 step 与其余 step 的中位数之比。step：不同类者所占的比例</translation>
    </message>
    <message>
        <source>Of the instance, the first step, or the profiler</source>
        <translation>该次执行、第一个 step 或分析器的时间</translation>
    </message>
    <message>
        <source>Usual (ns)</source>
        <translation>通常 (ns)</translation>
    </message>
    <message>
        <source>Median of the other instances or steps</source>
        <translation>其余各次执行或其余 step 的中位数</translation>
    </message>
    <message>
        <source>About</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Kernel, GPU, process or step; of a step how many kernels it launched, and how many are usual</source>
        <translation>kernel、GPU、进程或 step；如为 step，则附其发起的 kernel 数与通常的数目</translation>
    </message>
    <message>
        <source>Next Step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>What to do about it</source>
        <translation>如何处理</translation>
    </message>
    <message>
        <source>Doubts About the Measurement</source>
        <translation>对测量的疑问</translation>
    </message>
    <message>
        <source>What makes the numbers of a report doubtful before anything is read from them: one instance that holds 20 % of all GPU time and ten times its median, clocks below 60 % of the highest, a profiler that took 10 % of the time, less than half of the time with events, a first step 20 % longer than the others, GPUs or clocks that differ, steps that launch twice or half as many kernels.</source>
        <translation>解读数字之前，先看哪些因素使其不可信：某一次执行占全部 GPU 时间的 20 % 且达到中位数的十倍；时钟低于最高值的 60 %；分析器占用了 10 % 的时间；有事件的时间不到一半；第一个 step 比其余的长 20 %；GPU 型号或时钟不一致；有的 step 发起的 kernel 数是其他 step 的两倍或一半。</translation>
    </message>
    <message>
        <source>How long the call took on the CPU</source>
        <translation>调用在 CPU 上花费的时间</translation>
    </message>
    <message>
        <source>Sum of the durations of the kernels</source>
        <translation>这些 kernel 的时长之和</translation>
    </message>
    <message>
        <source>The same as a share of the time of all kernels of the GPU</source>
        <translation>同上，占该 GPU 所有 kernel 时间的比例</translation>
    </message>
    <message>
        <source>Matrix Products Without Tensor Cores</source>
        <translation>未使用 Tensor Core 的矩阵乘法</translation>
    </message>
    <message>
        <source>Duration of the kernel × the estimate, where that is of the whole kernel</source>
        <translation>kernel 的时长 × 估计值，如果估计针对整个 kernel</translation>
    </message>
    <message>
        <source>Place of the kernel in the report, from 0</source>
        <translation>kernel 在报告中的位置，从 0 开始</translation>
    </message>
    <message>
        <source>What the Profiler Advises</source>
        <translation>分析器的建议</translation>
    </message>
    <message>
        <source>What the rules of Nsight Compute estimate or warn of, for the kernels that it measured. What only tells something is in the table “Rules of the Profiler”.</source>
        <translation>Nsight Compute 的规则对其测量的 kernel 所作的估计或警告。仅供参考的说明在表“分析器的规则”中。</translation>
    </message>
    <message>
        <source>information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>optimization</source>
        <translation>优化</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>Mean clock while kernels ran, of the highest one</source>
        <translation>kernel 运行期间的平均时钟频率与最高时钟频率之比</translation>
    </message>
    <message>
        <source>Highest (MHz)</source>
        <translation>最高 (MHz)</translation>
    </message>
    <message>
        <source>Highest clock of the GPU, by which the others are judged</source>
        <translation>GPU 的最高时钟频率，其余频率均与之相比</translation>
    </message>
    <message>
        <source>Said By</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Who says the highest clock: the device, as the report lists it, or the data sheet of its maker; where the GPU ran faster, or neither says it, the curve</source>
        <translation>最高时钟频率的依据：报告中列出的设备属性，或厂商的数据手册；GPU 实际跑得更快或两者都没有时，以曲线为准</translation>
    </message>
    <message>
        <source>GPUs whose clock, while kernels ran, was below 95 % of the highest that they can have.</source>
        <translation>kernel 运行期间时钟频率低于可达最高值 95 % 的 GPU。</translation>
    </message>
    <message>
        <source>When it was allocated or freed</source>
        <translation>分配或释放的时刻</translation>
    </message>
    <message>
        <source>How much; below 0: freed</source>
        <translation>大小；小于 0 表示释放</translation>
    </message>
    <message>
        <source>Until it was freed; empty where the report does not show that</source>
        <translation>到释放为止的时间；报告中看不到释放时为空</translation>
    </message>
    <message>
        <source>For each allocator the most that was in use, and which operators, modules or calls had allocated what was alive then.</source>
        <translation>每个分配器的使用量峰值，以及峰值时存活的内存由哪些算子、模块或调用申请。</translation>
    </message>
    <message>
        <source>Time that the kernels would have saved at the highest clock</source>
        <translation>若以最高时钟频率运行，这些 kernel 可少用的时间</translation>
    </message>
    <message>
        <source>Time that the copies would save from pinned memory; empty where the report holds no large pinned copy to compare with</source>
        <translation>若使用锁页内存，这些拷贝可少用的时间；报告中没有可供比较的大块锁页内存拷贝时为空</translation>
    </message>
    <message>
        <source>Time that these kernels would save at the peak of the tensor cores; empty where the chip&apos;s data sheet is not known</source>
        <translation>若达到 Tensor Core 的峰值，这些 kernel 可以少用的时间；没有该芯片的数据手册时为空</translation>
    </message>
    <message>
        <source>Stretches of more than 500 ms in which a process gave a GPU nothing to do.</source>
        <translation>进程超过 500 ms 未给 GPU 任何工作的时段。</translation>
    </message>
    <message>
        <source>Stretches in which a process used a GPU less than half of the time.</source>
        <translation>进程使用 GPU 的时间不足一半的时段。</translation>
    </message>
    <message>
        <source>Twenty or more kernels below 10 µs in a row, with gaps of at most 100 µs that are 5 % of the time or more, and that no CUDA graph launched.</source>
        <translation>连续二十个或更多短于 10 µs 的 kernel，彼此间隙不超过 100 µs，间隙合计占其时长的 5% 或以上，且不是由 CUDA Graph 发起的。</translation>
    </message>
    <message>
        <source>GPUs whose kernels take more time together than passed while they ran.</source>
        <translation>kernel 时长之和超过其运行期间实际经过时间的 GPU。</translation>
    </message>
    <message>
        <source>Kernels of cuBLAS, cuDNN and CUTLASS that multiply matrices or convolve in FP32 on GPUs with tensor cores, where they take 5 % of the kernels&apos; time or more.</source>
        <translation>在有 Tensor Core 的 GPU 上以 FP32 做矩阵乘法或卷积、且占 kernel 时间 5 % 或以上的 cuBLAS、cuDNN 和 CUTLASS kernel。</translation>
    </message>
    <message>
        <source>GPUs that for 5 % of their time or more ran a communication kernel (of NCCL, RCCL, NVSHMEM, DeepEP …) and no other kernel.</source>
        <translation>在 5 % 或更多的时间里只运行通信 kernel（NCCL、RCCL、NVSHMEM、DeepEP 等）而没有其他 kernel 的 GPU。</translation>
    </message>
    <message>
        <source>Ranks that enter collectives later than all others, by 1 % of the time or more in sum.</source>
        <translation>进入集合通信比其他所有 rank 都晚、累计达到时间的 1% 或以上的 rank。</translation>
    </message>
    <message>
        <source>Calls that allocate or free memory of the driver (cudaMalloc, cudaFree, cudaHostAlloc …) behind the first step or, without steps, in the second half of the time in which a process uses GPUs.</source>
        <translation>在第一个 step 之后（没有 step 时，在进程使用 GPU 的时间的后半段）向驱动程序申请或归还内存的调用（cudaMalloc、cudaFree、cudaHostAlloc …）。</translation>
    </message>
    <message>
        <source>Calls that waited for the GPU, after which the same thread gave it new work only when it had been idle for 10 µs or more.</source>
        <translation>等待 GPU 的调用，此后同一线程在 GPU 已空闲 10 µs 或更久时才给它新的工作。</translation>
    </message>
    <message>
        <source>GPUs that did nothing for 5 % of the time or more while the thread that launched next was in Python or operators, and in no CUDA call.</source>
        <translation>在 5% 或以上的时间里没有任何工作，且此时随后发起 launch 的线程处于 Python 或算子中而不在 CUDA 调用中的 GPU。</translation>
    </message>
    <message>
        <source>Loading of data by a thread that launches (ranges named like DataLoader, load_data or next_batch) during which the GPUs of the process did nothing for 100 µs or more; without such ranges, steps up to their first launch where that copies data from the host.</source>
        <translation>由发起 launch 的线程加载数据（以 DataLoader、load_data 或 next_batch 等命名的 range），且其间该进程的所有 GPU 空闲 100 µs 或更久；没有此类 range 时，若 step 的首次 launch 是从主机拷贝数据，则取 step 开始到该 launch 的时间。</translation>
    </message>
    <message>
        <source>Module and outermost operator, range and call, or the program&apos;s innermost functions, that allocated the memory; “(allocated before)” is memory whose allocation the report does not show</source>
        <translation>分配该内存的模块和最外层算子、range 和调用，或程序最内层的函数；“（之前已分配）”是报告未显示其分配的内存</translation>
    </message>
    <message>
        <source>Module and outermost operator, range and call, or the program&apos;s innermost functions</source>
        <translation>模块和最外层算子、range 和调用，或程序最内层的函数</translation>
    </message>
    <message>
        <source>Segments Of</source>
        <translation>段的用途</translation>
    </message>
    <message>
        <source>Small requests, large ones, or segments that grow</source>
        <translation>小请求、大请求，或可增长的段</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>The pool of a CUDA graph or of the program; 0, 0 is that of all others</source>
        <translation>CUDA Graph 或程序的内存池；0, 0 是其余所有内存的池</translation>
    </message>
    <message>
        <source>The stream that they serve</source>
        <translation>它们服务的 stream</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>How many there were</source>
        <translation>有多少个</translation>
    </message>
    <message>
        <source>What the allocator had from the driver</source>
        <translation>分配器从驱动程序得到的内存</translation>
    </message>
    <message>
        <source>What the program held of it, rounded up to blocks</source>
        <translation>其中程序占用的部分，按块向上取整</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待释放</translation>
    </message>
    <message>
        <source>What the program had freed, while a stream still used it</source>
        <translation>程序已释放、但仍有 stream 在使用的部分</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>What nobody held: reserved without allocated and waiting</source>
        <translation>无人占用的部分：预留减去已分配和等待释放</translation>
    </message>
    <message>
        <source>Free (%)</source>
        <translation>空闲 (%)</translation>
    </message>
    <message>
        <source>The same as a share of what was reserved</source>
        <translation>同上，占预留的百分比</translation>
    </message>
    <message>
        <source>Largest Free Block</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>The largest request that fits without more memory from the driver</source>
        <translation>无需再向驱动程序要内存即可满足的最大请求</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>What an allocator had reserved at the snapshot and could not give out, by the segments that serve the same requests.</source>
        <translation>分配器在快照时预留而未能分出的内存，按服务于同类请求的段列出。</translation>
    </message>
    <message>
        <source>no work is known</source>
        <translation>工作量未知</translation>
    </message>
    <message>
        <source>modelled by sizes</source>
        <translation>按大小建模</translation>
    </message>
    <message>
        <source>peak not known</source>
        <translation>峰值未知</translation>
    </message>
    <message>
        <source>MFU (%)</source>
        <translation>MFU (%)</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation: the known work as a share of what the GPU could do in that time at its dense peak</source>
        <translation>模型 FLOPs 利用率：已知工作量占 GPU 以稠密峰值在该时间内所能完成的比例</translation>
    </message>
    <message>
        <source>Known work: of measured kernels, else of matrix products, convolutions and attention</source>
        <translation>已知工作量：取测得的 kernel，否则取矩阵乘法、卷积和注意力</translation>
    </message>
    <message>
        <source>Dense Peak TFLOP/s</source>
        <translation>稠密峰值 TFLOP/s</translation>
    </message>
    <message>
        <source>Of the chip, without sparsity, in the precision of most of the work</source>
        <translation>该芯片不计稀疏、在大部分工作的精度下的峰值</translation>
    </message>
    <message>
        <source>Peak Of</source>
        <translation>峰值精度</translation>
    </message>
    <message>
        <source>Precision of most of the work</source>
        <translation>大部分工作的精度</translation>
    </message>
    <message>
        <source>Whether the work was measured or modelled by the sizes of inputs, and what lacks</source>
        <translation>工作量是测得的还是按输入大小建模的，以及缺少什么</translation>
    </message>
    <message>
        <source>small segment</source>
        <translation>小内存段</translation>
    </message>
    <message>
        <source>large segment</source>
        <translation>大内存段</translation>
    </message>
    <message>
        <source>expandable segment</source>
        <translation>可扩展内存段</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>内存段</translation>
    </message>
</context>
<context>
    <name>Roofline</name>
    <message>
        <source>Work is missing</source>
        <translation>缺少工作量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source> (%1 of %2)</source>
        <translation>（%2 的 %1）</translation>
    </message>
    <message>
        <source>, %1 FLOP/byte</source>
        <translation>，%1 FLOP/byte</translation>
    </message>
    <message>
        <source>, %1 of its roof</source>
        <translation>，达到其上限的 %1</translation>
    </message>
    <message>
        <source> — from %1</source>
        <translation> — 来自 %1</translation>
    </message>
    <message>
        <source>Model: counted from the sizes of the inputs; each tensor goes to or from memory once.</source>
        <translation>模型：按输入的大小计算；每个张量进出内存一次。</translation>
    </message>
    <message>
        <source>Incomplete: tensor units were busy or instructions are missing that no collected metric counts.</source>
        <translation>不完整：tensor 单元曾在工作，或有指令缺失，而采集的指标都没有计入。</translation>
    </message>
    <message>
        <source>Half-precision instructions, %1 of the work, may be register moves and are not drawn.</source>
        <translation>半精度指令（占工作量的 %1）可能是寄存器移动，不绘出。</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Launches: %1, %2 on the device</source>
        <translation>启动：%1 次，设备上 %2</translation>
    </message>
    <message>
        <source>Work: %1 = %2</source>
        <translation>工作量：%1 = %2</translation>
    </message>
    <message>
        <source>Bound by: %1</source>
        <translation>受限于：%1</translation>
    </message>
    <message>
        <source>Peak measured: %1</source>
        <translation>测得的峰值：%1</translation>
    </message>
    <message>
        <source>Peak by the data sheet: %1</source>
        <translation>数据手册的峰值：%1</translation>
    </message>
    <message>
        <source>%1 %2, measured</source>
        <translation>%1 %2，测得</translation>
    </message>
    <message>
        <source>%1 %2, data sheet</source>
        <translation>%1 %2，数据手册</translation>
    </message>
    <message>
        <source>%1 %2, practical</source>
        <translation>%1 %2，实际可达</translation>
    </message>
    <message>
        <source>2 B M N K; bytes of both factors and of the product</source>
        <translation>2 B M N K；两个因子与乘积的字节</translation>
    </message>
    <message>
        <source>2 × places of the output × weights; bytes of input, weights and output</source>
        <translation>2 × 输出位置数 × 权重数；输入、权重和输出的字节</translation>
    </message>
    <message>
        <source>2 × places of the output × weights for each gradient; bytes of gradient, input, weights and their gradients</source>
        <translation>每个梯度 2 × 输出位置数 × 权重数；梯度、输入、权重及其梯度的字节</translation>
    </message>
    <message>
        <source>4 B H M N D, half of it where causal; bytes of queries, keys, values and output</source>
        <translation>4 B H M N D，因果时减半；query、key、value 和输出的字节</translation>
    </message>
    <message>
        <source>10 B H M N D, half of it where causal; bytes of queries, keys, values, output and their gradients</source>
        <translation>10 B H M N D，因果时减半；query、key、value、输出及其梯度的字节</translation>
    </message>
    <message>
        <source>8 an element (mean 1, variance 3, normalise 2, scale and shift 2); bytes of input and output</source>
        <translation>每个元素 8（均值 1，方差 3，归一化 2，缩放和平移 2）；输入和输出的字节</translation>
    </message>
    <message>
        <source>4 an element (squares 2, normalise 1, scale 1); bytes of input and output</source>
        <translation>每个元素 4（平方 2，归一化 1，缩放 1）；输入和输出的字节</translation>
    </message>
    <message>
        <source>13 an element; bytes of both inputs and of the gradient</source>
        <translation>每个元素 13；两个输入和梯度的字节</translation>
    </message>
    <message>
        <source>5 an element (maximum, difference, exponential, sum, quotient); bytes of input and output</source>
        <translation>每个元素 5（最大值、差、指数、和、商）；输入和输出的字节</translation>
    </message>
    <message>
        <source>1 an element; bytes of inputs and output</source>
        <translation>每个元素 1；输入和输出的字节</translation>
    </message>
    <message>
        <source>1 an element; bytes of the input</source>
        <translation>每个元素 1；输入的字节</translation>
    </message>
    <message>
        <source>Baseline: %1, %2 a launch; now %3 (%4)</source>
        <translation>基线：%1，每次启动 %2；现在 %3（%4）</translation>
    </message>
    <message>
        <source>No floating-point work: %1, in the table</source>
        <translation>没有浮点运算：%1，见表格</translation>
    </message>
    <message>
        <source>No floating-point work</source>
        <translation>没有浮点运算</translation>
    </message>
    <message>
        <source>Peak, not from a data sheet: %1</source>
        <translation>峰值，非数据手册：%1</translation>
    </message>
    <message>
        <source>%1 %2, not from a data sheet</source>
        <translation>%1 %2，非数据手册</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>report that is compared with, and the chip it is of</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Bytes of DRAM: with warm caches, of the baseline with cleared ones</source>
        <translation>DRAM 字节数：缓存未清空时测得；基线为清空缓存后测得</translation>
    </message>
    <message>
        <source>Bytes of DRAM: with cleared caches, of the baseline with warm ones</source>
        <translation>DRAM 字节数：清空缓存后测得；基线为缓存未清空时测得</translation>
    </message>
</context>
<context>
    <name>Sql</name>
    <message>
        <source>The query was cancelled.</source>
        <translation>查询已取消。</translation>
    </message>
    <message>
        <source>A report can only be read: SELECT works here, and nothing that writes, attaches or loads.</source>
        <translation>报告只能读取：此处可以使用 SELECT，不能使用任何写入、附加数据库或加载扩展的语句。</translation>
    </message>
    <message>
        <source>There is not enough memory for this query.</source>
        <translation>内存不足，无法完成此查询。</translation>
    </message>
    <message>
        <source>The statement is longer than 1 MiB.</source>
        <translation>语句超过 1 MiB。</translation>
    </message>
    <message>
        <source>There is no statement.</source>
        <translation>没有语句。</translation>
    </message>
    <message>
        <source>Only one statement runs at a time.</source>
        <translation>一次只能运行一条语句。</translation>
    </message>
    <message>
        <source>The query sorts or gathers more than may be kept in temporary files. Ask for fewer rows or columns.</source>
        <translation>查询需要排序或汇集的数据超出了临时文件允许的大小。请减少行或列。</translation>
    </message>
    <message>
        <source>The disk is full: there is no room for the temporary files of this query.</source>
        <translation>磁盘已满：没有空间存放此查询的临时文件。</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Open a report</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>Drop files or a folder anywhere on the window, or press Ctrl+O. Reports of Nsight Systems, Nsight Compute, PyTorch, JAX, ROCm and Perfetto open. The tour goes on with the sample if no report is open.</source>
        <translation>把文件或文件夹拖到窗口任意位置，或按 Ctrl+O。可打开 Nsight Systems、Nsight Compute、PyTorch、JAX、ROCm 和 Perfetto 的报告。如果没有打开报告，导览将使用示例继续。</translation>
    </message>
    <message>
        <source>Move in the timeline</source>
        <translation>在时间线中移动</translation>
    </message>
    <message>
        <source>Ctrl+wheel zooms at the pointer, Shift+wheel moves in time, the wheel scrolls the rows. A drag selects a span of time; Z zooms to it, and Ctrl+0 shows everything again.</source>
        <translation>Ctrl+滚轮以指针为中心缩放，Shift+滚轮在时间上移动，滚轮上下滚动各行。拖动可选择时间段；Z 缩放到该时间段，Ctrl+0 重新显示全部。</translation>
    </message>
    <message>
        <source>Look at an event</source>
        <translation>查看事件</translation>
    </message>
    <message>
        <source>Click a bar: Details shows everything that is known about it, with the call that launched it. The panes beside it follow the selected span of time.</source>
        <translation>点击一个条形：“详情”显示它的全部已知信息，以及启动它的调用。旁边的窗格随所选时间段变化。</translation>
    </message>
    <message>
        <source>Find what costs time</source>
        <translation>找出什么耗费时间</translation>
    </message>
    <message>
        <source>Advice lists what costs time, what it could gain at most, and what to do; a double click shows where. Ctrl+F finds events by name, duration or argument.</source>
        <translation>“建议”列出什么耗费时间、最多能节省多少、该怎么做；双击可显示位置。Ctrl+F 按名称、时长或参数查找事件。</translation>
    </message>
    <message>
        <source>Capture your own program</source>
        <translation>采集您自己的程序</translation>
    </message>
    <message>
        <source>Capture runs a program and opens what it recorded. F1 opens the manual at the thing that has the keyboard; Help ▸ Tour shows this again.</source>
        <translation>“采集”运行程序，并打开所记录的内容。F1 在手册中打开与键盘焦点对应的内容；“帮助 ▸ 导览”可再次显示本导览。</translation>
    </message>
</context>
<context>
    <name>app::AdvicePane</name>
    <message>
        <source>There is no rule “%1”; “sightline analyze --help-rules” lists them.</source>
        <translation>没有规则“%1”；“sightline analyze --help-rules” 会列出它们。</translation>
    </message>
    <message>
        <source>Open a report to get advice on it.</source>
        <translation>打开报告即可对其进行检查。</translation>
    </message>
    <message>
        <source>The rules are applied when the report is loaded.</source>
        <translation>报告加载完成后才会应用规则。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>rule and how often it applies</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>发现的内容</translation>
    </message>
</context>
<context>
    <name>app::AskpassDialog</name>
    <message>
        <source>Connect by ssh</source>
        <translation>通过 ssh 连接</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
</context>
<context>
    <name>app::CallTreeModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Function, range or operator</source>
        <translation>函数、range 或算子</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>With everything below it</source>
        <translation>包含其下的所有内容</translation>
    </message>
    <message>
        <source>Total (%)</source>
        <translation>总计 (%)</translation>
    </message>
    <message>
        <source>Total as a share of everything that is counted</source>
        <translation>总计占全部统计内容的比例</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Without what is below it</source>
        <translation>不含其下的内容</translation>
    </message>
    <message>
        <source>Self (%)</source>
        <translation>自身 (%)</translation>
    </message>
    <message>
        <source>Self as a share of everything that is counted</source>
        <translation>自身占全部统计内容的比例</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Events, or samples that end here</source>
        <translation>事件数，或在此结束的采样数</translation>
    </message>
</context>
<context>
    <name>app::CaptureDialog</name>
    <message>
        <source>The clipboard holds no command line. Copy one that begins with nsys profile, sightline profile or a program.</source>
        <translation>剪贴板中没有命令行。请复制以 nsys profile、sightline profile 或程序名开头的命令行。</translation>
    </message>
    <message>
        <source>Not understood and left out: %1.</source>
        <translation>无法理解，已略去：%1。</translation>
    </message>
    <message>
        <source>Not captured by this version: %1.</source>
        <translation>此版本不采集：%1。</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>已略去：%1。</translation>
    </message>
    <message>
        <source>Shell syntax is ignored: %1</source>
        <translation>由 shell 处理的部分已略去：%1</translation>
    </message>
    <message>
        <source>The program “sightline” is not beside this application, and captures need it. Install Sightline again.</source>
        <translation>程序“sightline”不在此应用程序旁边，而采集需要它。请重新安装 Sightline。</translation>
    </message>
    <message>
        <source>To build it: install the CUDA toolkit with CUPTI, then run cmake with -DSIGHTLINE_COLLECTORS=ON.</source>
        <translation>要构建采集功能：安装带 CUPTI 的 CUDA 工具包，然后用 -DSIGHTLINE_COLLECTORS=ON 运行 cmake。</translation>
    </message>
    <message>
        <source>A capture is running.</source>
        <translation>正在采集。</translation>
    </message>
    <message>
        <source>Name the program to run.</source>
        <translation>请指定要运行的程序。</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>没有文件夹 %1。</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value.</source>
        <translation>“%1”不是变量：请写成 NAME=value。</translation>
    </message>
    <message>
        <source>Save Preset</source>
        <translation>保存预设</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Working Folder</source>
        <translation>工作文件夹</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>P&amp;reset:</source>
        <translation>预设(&amp;R)：</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Keep what is chosen here under a name</source>
        <translation>以一个名称保留此处的选择</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove this saved preset</source>
        <translation>移除此已保存的预设</translation>
    </message>
    <message>
        <source>&amp;Program:</source>
        <translation>程序(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Arguments:</source>
        <translation>参数(&amp;A)：</translation>
    </message>
    <message>
        <source>Separated by blanks; quotes as in a shell. Variables and patterns are not replaced.</source>
        <translation>用空格分隔；引号用法与 shell 相同。变量和通配符不会被替换。</translation>
    </message>
    <message>
        <source>&amp;Working folder:</source>
        <translation>工作文件夹(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Environment:</source>
        <translation>环境变量(&amp;E)：</translation>
    </message>
    <message>
        <source>NAME=value, a line each</source>
        <translation>NAME=value，每行一个</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>选择程序</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>The same on the command line, on this machine or on another one:</source>
        <translation>在命令行上的等价写法，可用于本机或其他机器：</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Paste Co&amp;mmand</source>
        <translation>粘贴命令(&amp;M)</translation>
    </message>
    <message>
        <source>Fill the form from a command line on the clipboard: nsys profile …, sightline profile …, or a program</source>
        <translation>用剪贴板中的命令行填写表单：nsys profile …、sightline profile … 或程序</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Files of another machine are not listed: type the path as it is there</source>
        <translation>不列出其他机器上的文件：请输入该机器上的路径</translation>
    </message>
    <message>
        <source>The home folder there</source>
        <translation>该机器上的主文件夹</translation>
    </message>
    <message>
        <source>&amp;On:</source>
        <translation>运行于(&amp;O)：</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>ssh:user@host[:port], or a command that runs another one elsewhere: docker exec -i NAME, kubectl exec -i POD --</source>
        <translation>ssh:user@host[:port]，或在别处运行另一条命令的命令：docker exec -i NAME、kubectl exec -i POD --</translation>
    </message>
</context>
<context>
    <name>app::CaptureOptionsView</name>
    <message>
        <source>What is traced</source>
        <translation>采集什么</translation>
    </message>
    <message>
        <source>When</source>
        <translation>何时采集</translation>
    </message>
    <message>
        <source>The program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Other options</source>
        <translation>其他选项</translation>
    </message>
    <message>
        <source>Options as they are typed behind “sightline profile”. They are added to those of the other pages; “sightline profile --help” lists all.</source>
        <translation>与“sightline profile”之后输入的选项相同。它们会加到其他页的选项上；“sightline profile --help”列出全部。</translation>
    </message>
    <message>
        <source>CPU, GPU and machine</source>
        <translation>CPU、GPU 与整机</translation>
    </message>
</context>
<context>
    <name>app::CaptureProgress</name>
    <message>
        <source>No report</source>
        <translation>没有报告</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Waiting for the capture to begin</source>
        <translation>等待采集开始</translation>
    </message>
    <message>
        <source>Capturing</source>
        <translation>正在采集</translation>
    </message>
    <message>
        <source>The capture has ended; the program goes on</source>
        <translation>采集已结束；程序继续运行</translation>
    </message>
    <message>
        <source>Ending the program…</source>
        <translation>正在结束程序…</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在写入报告…</translation>
    </message>
    <message>
        <source>%1 since the start</source>
        <translation>已开始 %1</translation>
    </message>
    <message>
        <source>%1 captured</source>
        <translation>已采集 %1</translation>
    </message>
    <message>
        <source>%1 records dropped</source>
        <translation>丢弃 %1 条记录</translation>
    </message>
    <message>
        <source>nothing dropped</source>
        <translation>没有丢弃</translation>
    </message>
    <message>
        <source>End Program</source>
        <translation>结束程序</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>已采集</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>What the program prints</source>
        <translation>程序的输出</translation>
    </message>
    <message>
        <source>Nothing yet. Programs buffer their output when it does not go to a terminal; Python does not with PYTHONUNBUFFERED=1.</source>
        <translation>还没有输出。输出不到终端时程序会暂存一段时间；设置 PYTHONUNBUFFERED=1 可让 Python 不这样做。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the capture and write its report; the program goes on</source>
        <translation>结束采集并写出报告；程序继续运行</translation>
    </message>
    <message>
        <source>Capture Again…</source>
        <translation>再次采集…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The capture goes on without this window</source>
        <translation>采集将在没有此窗口的情况下继续</translation>
    </message>
    <message>
        <source>End the program; the capture has its report already</source>
        <translation>结束程序；采集的报告已经写好</translation>
    </message>
    <message>
        <source>End the program; what is being captured is discarded</source>
        <translation>结束程序；正在采集的内容会被丢弃</translation>
    </message>
</context>
<context>
    <name>app::CaptureRun</name>
    <message>
        <source>There is no folder %1. Choose another one for the program to run in.</source>
        <translation>没有文件夹 %1。请为程序选择另一个运行文件夹。</translation>
    </message>
    <message>
        <source>The output of the program cannot be kept in %1: %2. Set TMPDIR to a folder with room.</source>
        <translation>程序的输出无法保存在 %1：%2。请将 TMPDIR 设为有空间的文件夹。</translation>
    </message>
    <message>
        <source>%1 cannot be run: %2. Install Sightline again.</source>
        <translation>无法运行 %1：%2。请重新安装 Sightline。</translation>
    </message>
    <message>
        <source>The capture was aborted; there is no report.</source>
        <translation>采集已中止；没有报告。</translation>
    </message>
    <message>
        <source>The capture ended without a report.</source>
        <translation>采集结束，但没有报告。</translation>
    </message>
    <message>
        <source>%1 was ended by signal %2 (%3). What it did before is in the report.</source>
        <translation>%1 被信号 %2 (%3) 结束。它之前所做的都在报告中。</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2. %3 is written.</source>
        <translation>%1 以退出代码 %2 结束。已写入 %3。</translation>
    </message>
    <message>
        <source>%1 is written.</source>
        <translation>已写入 %1。</translation>
    </message>
</context>
<context>
    <name>app::ChainView</name>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>From the operators and ranges around, through the calls, to the work on the GPU. Double-click to go there</source>
        <translation>从外层的算子和范围，经过各调用，到 GPU 上的工作。双击可转到该处</translation>
    </message>
</context>
<context>
    <name>app::ChecklistModel</name>
    <message>
        <source>✓ Yes</source>
        <translation>✓ 是</translation>
    </message>
    <message>
        <source>✗ No</source>
        <translation>✗ 否</translation>
    </message>
    <message>
        <source>? Unknown</source>
        <translation>? 未知</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>What it means, or what to do</source>
        <translation>含义或处理方法</translation>
    </message>
</context>
<context>
    <name>app::ChecklistPane</name>
    <message>
        <source>Open a report to see its checklist.</source>
        <translation>打开报告以获得这些问题的答案。</translation>
    </message>
    <message>
        <source>The questions are answered when the report is loaded.</source>
        <translation>报告加载完成后才会回答这些问题。</translation>
    </message>
</context>
<context>
    <name>app::ChipBar</name>
    <message>
        <source>Click to remove this filter</source>
        <translation>单击可移除此筛选</translation>
    </message>
    <message>
        <source>Remove the filter “%1”</source>
        <translation>移除筛选“%1”</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>更多筛选</translation>
    </message>
</context>
<context>
    <name>app::ChoiceList</name>
    <message>
        <source>Nothing is called that.</source>
        <translation>没有匹配的项目。</translation>
    </message>
</context>
<context>
    <name>app::CommandPalette</name>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
</context>
<context>
    <name>app::CompareWindow</name>
    <message>
        <source>Start of the reports</source>
        <translation>报告开头</translation>
    </message>
    <message>
        <source>First kernel</source>
        <translation>第一个 kernel</translation>
    </message>
    <message>
        <source>Wall clock</source>
        <translation>挂钟时间</translation>
    </message>
    <message>
        <source>Align on %1</source>
        <translation>对齐到%1</translation>
    </message>
    <message>
        <source>Align Selected Events</source>
        <translation>对齐所选事件</translation>
    </message>
    <message>
        <source>B drawn × %1</source>
        <translation>B 按 × %1 绘制</translation>
    </message>
    <message>
        <source>Shift the Second Report</source>
        <translation>移动第二个报告</translation>
    </message>
    <message>
        <source>%1 compared with %2</source>
        <translation>%1 与 %2 比较</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Align on</source>
        <translation>对齐到(&amp;A)</translation>
    </message>
    <message>
        <source>B is &amp;later by</source>
        <translation>B 晚(&amp;L)</translation>
    </message>
    <message>
        <source>How much later a time of B is than the time of A above it. A time with its unit, like 2.5 ms or -3us.</source>
        <translation>B 中与 A 的某一时间对应的时间晚多少。带单位的时间，如 2.5 ms 或 -3us。</translation>
    </message>
    <message>
        <source>Equal Length</source>
        <translation>等长</translation>
    </message>
    <message>
        <source>The events that are selected in A and in B begin at the same place.</source>
        <translation>A 和 B 中所选的事件从同一位置开始。</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>Zoom, scroll and select in both. Unlink to shift one by hand; it stays there when both are linked again. (L)</source>
        <translation>两者一起缩放、滚动和选择。取消联动可手动移动其中一个；再次联动时它停在原处。(L)</translation>
    </message>
    <message>
        <source>Side by Side</source>
        <translation>左右并排</translation>
    </message>
    <message>
        <source>Repetition %1: %2</source>
        <translation>第 %1 次重复：%2</translation>
    </message>
    <message>
        <source>What changed, with both timelines and the tables, as one page that opens without Sightline.</source>
        <translation>变化的内容，连同两条时间线和各表格，成为一个无需 Sightline 即可打开的网页。</translation>
    </message>
    <message>
        <source>What Changed</source>
        <translation>变化内容</translation>
    </message>
    <message>
        <source>Draws B slower or faster, so that the pace of the chosen step is as long as in A.</source>
        <translation>放慢或加快绘制 B，使所选 step 的节拍与 A 中等长。</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 和 B</translation>
    </message>
    <message>
        <source>Compares the other way round: A becomes B. Each keeps its view, marks and selection.</source>
        <translation>反过来比较：A 变成 B。各自保留视图、标记和选区。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>app::CompareWithDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare %1 with</source>
        <translation>选择与 %1 比较的报告</translation>
    </message>
    <message>
        <source>Another &amp;File…</source>
        <translation>其他文件(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
</context>
<context>
    <name>app::ComparisonList</name>
    <message>
        <source>with %1</source>
        <translation>与 %1</translation>
    </message>
    <message>
        <source>Compare Again</source>
        <translation>再次比较</translation>
    </message>
    <message>
        <source>Remove from List</source>
        <translation>从列表中移除</translation>
    </message>
</context>
<context>
    <name>app::DetailsPane</name>
    <message>
        <source>Selected: %1, from %2 to %3. The pane “Selection” has its figures.</source>
        <comment>length, begin, end</comment>
        <translation>已选择：%1，从 %2 到 %3。其统计数据在“选区”窗格中。</translation>
    </message>
    <message>
        <source>Open a report to see its events.</source>
        <translation>打开报告以查看其中的事件。</translation>
    </message>
    <message>
        <source>Click an event in the timeline to see everything that the report says about it.</source>
        <translation>在时间线中点击一个事件，即可查看报告中关于它的全部信息。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy Raw Value</source>
        <translation>复制原始值</translation>
    </message>
    <message>
        <source>Jump</source>
        <translation>跳转</translation>
    </message>
    <message>
        <source>Go to the other end: from a launch to its GPU work and back</source>
        <translation>跳到另一端：从 launch 到它的 GPU 工作，或反向</translation>
    </message>
    <message>
        <source>Copy as tab-separated text with raw numbers</source>
        <translation>以制表符分隔的文本和原始数值复制</translation>
    </message>
</context>
<context>
    <name>app::DifferenceFlame</name>
    <message>
        <source>only in B</source>
        <translation>仅 B 有</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅 A 有</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation>对象(&amp;O)</translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>B takes longer</source>
        <translation>B 耗时更长</translation>
    </message>
    <message>
        <source>B takes shorter</source>
        <translation>B 耗时更短</translation>
    </message>
    <message>
        <source>%1: %2 in the whole of A, %3 in the whole of B: %4 (%5)</source>
        <translation>%1：整个 A 中 %2，整个 B 中 %3：%4（%5）</translation>
    </message>
    <message>
        <source>Python samples</source>
        <translation>Python 采样</translation>
    </message>
    <message>
        <source>GPU work by stack of launch</source>
        <translation>按启动调用栈的 GPU 工作</translation>
    </message>
    <message>
        <source>means of the repetitions, other tabs have medians</source>
        <translation>各次重复的平均值，其他标签页为中位数</translation>
    </message>
    <message>
        <source>%1: %2 in A, %3 in B, mean of the repetitions: %4 (%5)</source>
        <translation>%1：A 中 %2，B 中 %3，各次重复的平均值：%4（%5）</translation>
    </message>
</context>
<context>
    <name>app::DifferenceHistogram</name>
    <message>
        <source>%1: none</source>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>%1: %2, median %3</source>
        <translation>%1：%2 次，中位数 %3</translation>
    </message>
    <message>
        <source>Durations in both reports</source>
        <translation>两个报告中的时长</translation>
    </message>
    <message>
        <source>Choose a line of the table to see how its durations are spread in A and B.</source>
        <translation>在表格中选择一行，可查看其时长在 A 和 B 中的分布。</translation>
    </message>
    <message>
        <source>%1 to %2: %3 of A, %4 of B</source>
        <translation>%1 至 %2：A 的 %3，B 的 %4</translation>
    </message>
</context>
<context>
    <name>app::DifferenceModel</name>
    <message>
        <source>%1: whole repetition</source>
        <translation>%1：整次重复</translation>
    </message>
    <message>
        <source>%1: compute only</source>
        <translation>%1：仅计算</translation>
    </message>
    <message>
        <source>%1: communication only</source>
        <translation>%1：仅通信</translation>
    </message>
    <message>
        <source>%1: copies only</source>
        <translation>%1：仅拷贝</translation>
    </message>
    <message>
        <source>%1: GPU idle</source>
        <translation>%1：GPU 空闲</translation>
    </message>
    <message>
        <source>B is</source>
        <translation>B 相比</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Events in a repetition, median</source>
        <translation>一次重复中的事件数，中位数</translation>
    </message>
    <message>
        <source>Count A</source>
        <translation>次数 A</translation>
    </message>
    <message>
        <source>Count B</source>
        <translation>次数 B</translation>
    </message>
    <message>
        <source>Time in a repetition, median</source>
        <translation>一次重复中的时间，中位数</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>(B − A) ÷ A</source>
        <translation>(B − A) ÷ A</translation>
    </message>
    <message>
        <source>Δ (%)</source>
        <translation>Δ（%）</translation>
    </message>
    <message>
        <source>One, A</source>
        <translation>单个，A</translation>
    </message>
    <message>
        <source>One, B</source>
        <translation>单个，B</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1: whole report</source>
        <translation>%1：整份报告</translation>
    </message>
    <message>
        <source>Events in the whole report</source>
        <translation>整份报告中的事件数</translation>
    </message>
    <message>
        <source>Time in the whole report</source>
        <translation>整份报告中的时间</translation>
    </message>
    <message>
        <source>Median of single events; nothing where there are none, or where they are of two kinds</source>
        <translation>单个事件的中位数；没有事件或事件属于两个类别时为空</translation>
    </message>
    <message>
        <source>→ kernels of B that came in its place; ← kernels of A in whose place it came</source>
        <translation>→ 取代它的 B 中的 kernel；← 被它取代的 A 中的 kernel</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Slower or faster where Δ is greater than the spread; a change of up to 2 % is small. More or less often: the same for the counts</source>
        <translation>Δ 大于离散范围时为变慢或变快；2 % 以内的变化视为小。更多或更少：次数同理</translation>
    </message>
    <message>
        <source>How much of Δ may be due to chance, by a rank test of all repetitions of A and B; more repetitions make it smaller</source>
        <translation>Δ 中可能由偶然造成的部分，由 A 和 B 全部重复的秩检验得出；重复越多越小</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散范围</translation>
    </message>
    <message>
        <source>%1: CPU range</source>
        <translation>%1：CPU 区间</translation>
    </message>
    <message>
        <source>%1: GPU span</source>
        <translation>%1：GPU 跨度</translation>
    </message>
</context>
<context>
    <name>app::DifferencePane</name>
    <message>
        <source>Set-up</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Nothing repeats in both reports: they are compared as a whole. %1 → %2 (%3), %4</source>
        <translation>两个报告中没有重复的部分：按整体比较。%1 → %2（%3），%4</translation>
    </message>
    <message>
        <source>What Changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>GPU Time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>Range</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>API Calls</source>
        <translation>API 调用</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Names that hold …</source>
        <translation>名称包含…</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Flame Graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Found in A</source>
        <translation>A 中发现</translation>
    </message>
    <message>
        <source>Found in B</source>
        <translation>B 中发现</translation>
    </message>
    <message>
        <source>Gain at most, A</source>
        <translation>最多可节省，A</translation>
    </message>
    <message>
        <source>Gain at most, B</source>
        <translation>最多可节省，B</translation>
    </message>
    <message>
        <source>Δ (points)</source>
        <comment>difference of two per cents</comment>
        <translation>Δ（百分点）</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1: %2 whole ones in A, %3 in B. Median %4 → %5 (%6), %7</source>
        <translation>%1：A 中完整的有 %2 个，B 中 %3 个。中位数 %4 → %5（%6），%7</translation>
    </message>
    <message>
        <source>medians of the repetitions</source>
        <translation>各次重复的中位数</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Show in Both Timelines</source>
        <translation>在两条时间线中显示</translation>
    </message>
    <message>
        <source>In A</source>
        <translation>在 A 中</translation>
    </message>
    <message>
        <source>In B</source>
        <translation>在 B 中</translation>
    </message>
</context>
<context>
    <name>app::Disassembler</name>
    <message numerus="yes">
        <source>nvdisasm took longer than %Ln second(s).</source>
        <translation>
            <numerusform>nvdisasm 耗时超过 %Ln 秒。</numerusform>
        </translation>
    </message>
    <message>
        <source>The report does not hold the code of this kernel.</source>
        <translation>报告中没有这个 kernel 的代码。</translation>
    </message>
    <message>
        <source>The kernel&apos;s code could not be written to a temporary file: %1</source>
        <translation>无法把 kernel 的代码写入临时文件：%1</translation>
    </message>
    <message>
        <source>nvdisasm could not be started: %1</source>
        <translation>无法启动 nvdisasm：%1</translation>
    </message>
    <message>
        <source>nvdisasm printed more than can be shown.</source>
        <translation>nvdisasm 输出的内容过多，无法显示。</translation>
    </message>
    <message>
        <source>nvdisasm could not read the kernel&apos;s code: %1</source>
        <translation>nvdisasm 无法读取 kernel 的代码：%1</translation>
    </message>
    <message>
        <source>nvdisasm printed no instructions.</source>
        <translation>nvdisasm 没有输出指令。</translation>
    </message>
</context>
<context>
    <name>app::Document</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 等（另有 %Ln 个）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::DropOverlay</name>
    <message numerus="yes">
        <source>Open %Ln report(s), each in a tab</source>
        <translation>
            <numerusform>打开 %Ln 个报告，每个在一个标签页中</numerusform>
        </translation>
    </message>
    <message>
        <source>List the reports in “%1”</source>
        <translation>列出“%1”中的报告</translation>
    </message>
    <message>
        <source>Open “%1” in a new tab</source>
        <translation>在新标签页中打开“%1”</translation>
    </message>
    <message>
        <source>Compare with “%1”</source>
        <translation>与 “%1” 比较</translation>
    </message>
</context>
<context>
    <name>app::DurationHistogram</name>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic axis of durations</source>
        <translation>时长轴使用对数刻度</translation>
    </message>
    <message>
        <source>Mark no events</source>
        <translation>取消标记事件</translation>
    </message>
    <message>
        <source>Drag across to mark events of those durations in the timeline</source>
        <translation>横向拖动，在时间线中标记时长在该范围内的事件</translation>
    </message>
    <message>
        <source>%1 of %2 marked: %3 to %4</source>
        <translation>已标记 %1 个，共 %2 个：%3 到 %4</translation>
    </message>
    <message>
        <source>%1: durations</source>
        <translation>%1：时长</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln event(s)</source>
        <comment>a bar of a histogram</comment>
        <translation>
            <numerusform>%1 至 %2：%Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Histogram of durations</source>
        <translation>时长直方图</translation>
    </message>
</context>
<context>
    <name>app::ErrorPage</name>
    <message>
        <source>Try Again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open Another…</source>
        <translation>打开其他报告…</translation>
    </message>
    <message>
        <source>Copy Details</source>
        <translation>复制详细信息</translation>
    </message>
</context>
<context>
    <name>app::EventPairModel</name>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅在 A 中</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅在 B 中</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Begin in A</source>
        <translation>在 A 中的开始时间</translation>
    </message>
    <message>
        <source>Start A</source>
        <translation>A 开始</translation>
    </message>
    <message>
        <source>Duration in A</source>
        <translation>在 A 中的时长</translation>
    </message>
    <message>
        <source>Duration A</source>
        <translation>A 时长</translation>
    </message>
    <message>
        <source>Begin in B</source>
        <translation>在 B 中的开始时间</translation>
    </message>
    <message>
        <source>Start B</source>
        <translation>B 开始</translation>
    </message>
    <message>
        <source>Duration in B</source>
        <translation>在 B 中的时长</translation>
    </message>
    <message>
        <source>Duration B</source>
        <translation>B 时长</translation>
    </message>
    <message>
        <source>Duration in B − duration in A</source>
        <translation>B 中的时长 − A 中的时长</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>(B − A) ÷ A</source>
        <translation>(B − A) ÷ A</translation>
    </message>
    <message>
        <source>Δ (%)</source>
        <translation>Δ (%)</translation>
    </message>
    <message>
        <source>The repetition that it belongs to in both reports (GPU work to the one that launched it), or that it follows</source>
        <translation>属于两份报告的哪次重复（GPU 工作归于启动它的那次），或位于哪次之后</translation>
    </message>
</context>
<context>
    <name>app::EventPairs</name>
    <message>
        <source>Choose a row of another tab: its events of A and B are listed here side by side.</source>
        <translation>在其他标签页中选择一行：这里会并排列出它在 A 和 B 中的事件。</translation>
    </message>
    <message>
        <source>%1: %2 events, A beside B in the order in which they begin</source>
        <translation>%1：%2 个事件，A 与 B 按开始顺序并排</translation>
    </message>
    <message>
        <source>%1: %2 events, A beside B. Nothing is chosen in another tab: this is what changed most.</source>
        <translation>%1：%2 个事件，A 与 B 并排。其他标签页中没有选择：这是变化最大的一项。</translation>
    </message>
</context>
<context>
    <name>app::EventTableModel</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <comment>row and its parent</comment>
        <translation>%1 › %2</translation>
    </message>
    <message>
        <source>Filter it by: %1&gt;… or %1:…</source>
        <translation>按此筛选：%1&gt;… 或 %1:…</translation>
    </message>
</context>
<context>
    <name>app::EventsPane</name>
    <message>
        <source>Rows on screen</source>
        <translation>屏幕上的行</translation>
    </message>
    <message>
        <source>Row “%1”</source>
        <translation>行“%1”</translation>
    </message>
    <message>
        <source>Open a report to list its events.</source>
        <translation>打开报告以列出其中的事件。</translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Which rows the list is about</source>
        <translation>列表包含哪些行</translation>
    </message>
    <message>
        <source>Sorting %1 events…</source>
        <translation>正在对 %1 个事件排序…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Export the Events</source>
        <translation>导出事件</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Choose another folder.</source>
        <translation>无法写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Filter events</source>
        <translation>筛选事件</translation>
    </message>
    <message>
        <source>Write the list as CSV, times in nanoseconds</source>
        <translation>将列表写为 CSV，时间单位为纳秒</translation>
    </message>
    <message>
        <source>Nesting…</source>
        <translation>正在嵌套…</translation>
    </message>
    <message>
        <source>Too many events to nest; select a shorter span of time</source>
        <translation>事件过多，无法嵌套显示；请选择较短的时间段</translation>
    </message>
    <message>
        <source>No ranges or calls of threads among these rows</source>
        <translation>这些行中没有线程的 range 或调用</translation>
    </message>
    <message>
        <source>Nested</source>
        <translation>嵌套</translation>
    </message>
    <message>
        <source>Show events below the NVTX ranges, operators and calls around them, and GPU work below the call that launched it</source>
        <translation>将事件显示在包含它们的 NVTX range、operator 和调用之下，并将 GPU 工作显示在发起它的调用之下</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>No events: %1</source>
        <translation>没有事件：%1</translation>
    </message>
</context>
<context>
    <name>app::FilterEdit</name>
    <message>
        <source>Tell capitals from small letters</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>The words are regular expressions</source>
        <translation>把输入的词当作正则表达式</translation>
    </message>
</context>
<context>
    <name>app::FilterText</name>
    <message>
        <source>A quotation mark is not closed: %1</source>
        <translation>引号没有闭合：%1</translation>
    </message>
    <message>
        <source>Not a regular expression: %1 (%2)</source>
        <translation>不是正则表达式：%1（%2）</translation>
    </message>
    <message>
        <source>Not a time: %1. Write it as 100us, 1.5ms or 2s.</source>
        <translation>不是时间：%1。请写成 100us、1.5ms 或 2s。</translation>
    </message>
    <message>
        <source>Not a number: %1</source>
        <translation>不是数字：%1</translation>
    </message>
    <message>
        <source>A value is missing: %1</source>
        <translation>缺少值：%1</translation>
    </message>
    <message>
        <source>the name holds it</source>
        <translation>名称包含它</translation>
    </message>
    <message>
        <source>the name matches a regular expression</source>
        <translation>名称匹配正则表达式</translation>
    </message>
    <message>
        <source>kind of event, and its name</source>
        <translation>事件的种类及其名称</translation>
    </message>
    <message>
        <source>times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>where</source>
        <translation>所在位置</translation>
    </message>
    <message>
        <source>any argument of the event</source>
        <translation>事件的任意参数</translation>
    </message>
    <message>
        <source>not that</source>
        <translation>排除它</translation>
    </message>
    <message>
        <source>Not a kind of event: %1. Kinds are %2.</source>
        <translation>不是事件类型：%1。类型有：%2。</translation>
    </message>
    <message>
        <source>Texts are not less or greater: %1. Use : or = instead.</source>
        <translation>文本没有大小之分：%1。请改用 : 或 =。</translation>
    </message>
    <message>
        <source>no event has an argument “%1”</source>
        <translation>没有事件带有参数“%1”</translation>
    </message>
    <message>
        <source>no event has an argument “%1”; did you mean “%2”?</source>
        <translation>没有事件带有参数“%1”；是否想输入“%2”？</translation>
    </message>
</context>
<context>
    <name>app::FindBar</name>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>which hit of how many</comment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Find events: gemm   kernel:~gemm dur&gt;100us   stream:7</source>
        <translation>查找事件：gemm   kernel:~gemm dur&gt;100us   stream:7</translation>
    </message>
    <message>
        <source>Find events</source>
        <translation>查找事件</translation>
    </message>
    <message>
        <source>The hit before (Shift+F3)</source>
        <translation>上一个结果 (Shift+F3)</translation>
    </message>
    <message>
        <source>The next hit (F3)</source>
        <translation>下一个结果 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>All hits as a table</source>
        <translation>以表格列出所有结果</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Statistics of all hits</source>
        <translation>所有结果的统计</translation>
    </message>
    <message>
        <source>Whole report</source>
        <translation>整个报告</translation>
    </message>
    <message>
        <source>Rows on screen</source>
        <translation>屏幕上的行</translation>
    </message>
    <message>
        <source>Selected span</source>
        <translation>所选时间段</translation>
    </message>
    <message>
        <source>Where to look</source>
        <translation>搜索范围</translation>
    </message>
    <message>
        <source>Nothing found: %1</source>
        <translation>未找到：%1</translation>
    </message>
    <message>
        <source>%1 (%2 of them can be walked through)</source>
        <translation>%1（可逐个查看其中 %2 个）</translation>
    </message>
</context>
<context>
    <name>app::FlameView</name>
    <message>
        <source>%1: %2 (%3), self %4, count %5</source>
        <translation>%1：%2（%3），自身 %4，数量 %5</translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln stack(s), each narrower than a pixel. Choose a table instead, or select a shorter span.</source>
        <translation>
            <numerusform>共有 %Ln 个调用栈，每个都不足一个像素宽。请改用表格，或选择更短的时间段。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::FunctionsPane</name>
    <message>
        <source>Find a source</source>
        <translation>查找来源</translation>
    </message>
    <message>
        <source>Open a report to see its functions.</source>
        <translation>打开报告以查看其中的函数。</translation>
    </message>
    <message>
        <source>Functions are counted when the report is loaded.</source>
        <translation>报告加载完成后才会统计函数。</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>No CPU samples in this time. Capture with CPU sampling switched on.</source>
        <translation>该时间内没有 CPU 采样。请在采集时开启 CPU 采样。</translation>
    </message>
    <message>
        <source>No NVTX ranges in this time.</source>
        <translation>该时间内没有 NVTX range。</translation>
    </message>
    <message>
        <source>No Python functions in this time. Profile with with_stack=True.</source>
        <translation>该时间内没有 Python 函数。请使用 with_stack=True 进行分析。</translation>
    </message>
    <message>
        <source>No operators or CUDA calls in this time.</source>
        <translation>该时间内没有算子或 CUDA 调用。</translation>
    </message>
    <message numerus="yes">
        <source>%1 samples</source>
        <translation>
            <numerusform>%1 个采样</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in all threads</source>
        <translation>所有线程共 %1</translation>
    </message>
    <message>
        <source>%1; found in %2 of it</source>
        <translation>%1；其中 %2 匹配搜索</translation>
    </message>
    <message>
        <source>Export the Functions</source>
        <translation>导出函数</translation>
    </message>
    <message>
        <source>Folded stacks (*.txt)</source>
        <translation>折叠调用栈 (*.txt)</translation>
    </message>
    <message>
        <source>Picture of the flame graph (*.png)</source>
        <translation>火焰图图片 (*.png)</translation>
    </message>
    <message>
        <source>Picture of the flame graph (*.svg)</source>
        <translation>火焰图图片 (*.svg)</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1 could not be written. Choose another folder.</source>
        <translation>无法写入 %1。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Operators and CUDA calls</source>
        <translation>算子与 CUDA 调用</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Top-down</source>
        <translation>自顶向下</translation>
    </message>
    <message>
        <source>Bottom-up</source>
        <translation>自底向上</translation>
    </message>
    <message>
        <source>Flat</source>
        <translation>平铺</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>统计的内容</translation>
    </message>
    <message>
        <source>How it is shown</source>
        <translation>显示方式</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>高亮</translation>
    </message>
    <message>
        <source>Export as folded stacks, picture or table</source>
        <translation>导出为折叠调用栈、图片或表格</translation>
    </message>
    <message>
        <source>No slices of threads in this time.</source>
        <translation>该时间内没有线程的 slice。</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Slice</translation>
    </message>
    <message>
        <source>Picture of the flame graph (*.pdf)</source>
        <translation>火焰图图片 (*.pdf)</translation>
    </message>
    <message>
        <source>No samples of Python in this time. Capture with Python sampling switched on.</source>
        <translation>该时间段内没有 Python 采样。采集时请开启 Python 采样。</translation>
    </message>
    <message>
        <source>No GPU work in this time.</source>
        <translation>该时间段内没有 GPU 工作。</translation>
    </message>
    <message>
        <source>Python samples</source>
        <translation>Python 采样</translation>
    </message>
    <message>
        <source>GPU work by stack of launch</source>
        <translation>按启动调用栈的 GPU 工作</translation>
    </message>
</context>
<context>
    <name>app::HeadlineBar</name>
    <message>
        <source>Don’t Show for Any Report</source>
        <translation>不再对任何报告显示</translation>
    </message>
    <message>
        <source>Looking for what stands out in this report …</source>
        <translation>正在查找此报告的要点……</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>app::HealthView</name>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Next time</source>
        <translation>下次怎么做</translation>
    </message>
    <message>
        <source>Examined once the report is read.</source>
        <translation>报告读完后检查。</translation>
    </message>
    <message>
        <source>Examining the report…</source>
        <translation>正在检查报告…</translation>
    </message>
    <message>
        <source>Events cover %1 % of the time of the report.</source>
        <translation>事件覆盖了报告时间的 %1 %。</translation>
    </message>
    <message>
        <source>Idle time of GPUs is not reliable in this report.</source>
        <translation>此报告中的 GPU 空闲时间不可靠。</translation>
    </message>
    <message>
        <source>Nothing seems to be missing.</source>
        <translation>看来没有缺失。</translation>
    </message>
</context>
<context>
    <name>app::ImportLogPane</name>
    <message>
        <source>Open a report to see how it was read.</source>
        <translation>打开报告以查看它是如何被读取的。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>First example</source>
        <translation>首个示例</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Nothing to note: everything in the file was read and is drawn.</source>
        <translation>没有需要说明的：文件中的全部内容都已读取并绘制。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>已绘制</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>still reading</source>
        <translation>仍在读取</translation>
    </message>
    <message>
        <source>all drawn</source>
        <translation>全部绘制</translation>
    </message>
    <message>
        <source>“in” and “out” are drawn as one state</source>
        <translation>“换入”和“换出”合并绘制为一个状态</translation>
    </message>
    <message>
        <source>the file has ends of arrows, and arrows are drawn</source>
        <translation>文件中记录的是箭头的端点，绘制的是箭头</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not drawn; the notes say why</source>
        <translation>
            <numerusform>%Ln 个未绘制，原因见说明</numerusform>
        </translation>
    </message>
    <message>
        <source>one entry of the file can be several events</source>
        <translation>文件中的一条记录可能对应多个事件</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Recorded by</source>
        <translation>录制工具</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Time 0 of the report</source>
        <translation>报告的时间零点</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>Context %1</source>
        <translation>Context %1</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>The report names no devices or processes.</source>
        <translation>报告中没有设备或进程信息。</translation>
    </message>
    <message>
        <source>%1 of process %2</source>
        <translation>进程 %2 的 %1</translation>
    </message>
    <message>
        <source>The report holds no captured output.</source>
        <translation>报告中没有捕获的输出。</translation>
    </message>
    <message>
        <source>Choose one at the left; it is read from the file then.</source>
        <translation>在左侧选择一项，届时从文件中读取。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Events by kind</source>
        <translation>各类事件</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Devices and processes</source>
        <translation>设备与进程</translation>
    </message>
    <message>
        <source>Captured output</source>
        <translation>捕获的输出</translation>
    </message>
    <message>
        <source>Capture health</source>
        <translation>采集健康状况</translation>
    </message>
    <message>
        <source>Files and clocks</source>
        <translation>文件与时钟</translation>
    </message>
</context>
<context>
    <name>app::InfoBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>app::KernelMemoryView</name>
    <message>
        <source>The memory system was not measured for this kernel. Profile it with “ncu --set full”, or add “--section MemoryWorkloadAnalysis_Chart --section MemoryWorkloadAnalysis_Tables”.</source>
        <translation>这个 kernel 没有测量内存系统。请用“ncu --set full”采集，或加上 “--section MemoryWorkloadAnalysis_Chart --section MemoryWorkloadAnalysis_Tables”。</translation>
    </message>
    <message>
        <source>Nothing is compared: %1 has none of these numbers. Profile its kernels with “ncu --set full”, too.</source>
        <translation>无法比较：%1 没有这些数值。请同样用“ncu --set full”分析其 kernel。</translation>
    </message>
</context>
<context>
    <name>app::KernelMetricsModel</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
</context>
<context>
    <name>app::KernelMetricsView</name>
    <message numerus="yes">
        <source>%Ln metric(s), %1 not measured</source>
        <translation>
            <numerusform>%Ln 个指标，%1 个未测量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln metric(s)</source>
        <translation>
            <numerusform>%Ln 个指标中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter metrics</source>
        <translation>筛选指标</translation>
    </message>
</context>
<context>
    <name>app::KernelOccupancyView</name>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Such a block cannot run: it needs more than a multiprocessor has.</source>
        <translation>这样的 block 无法运行：它需要的资源超过一个多处理器所有。</translation>
    </message>
    <message numerus="yes">
        <source>Theoretical occupancy %1: %2 of %3 warps, %Ln block(s)</source>
        <translation>
            <numerusform>理论占用率 %1：%3 个 warp 中的 %2 个，%Ln 个 block</numerusform>
        </translation>
    </message>
    <message>
        <source>The report does not say how this kernel was launched: sizes are examples.</source>
        <translation>报告没有说明这个 kernel 如何启动：各大小为示例。</translation>
    </message>
    <message>
        <source>Other sizes than the kernel was launched with.</source>
        <translation>与 kernel 启动时的大小不同。</translation>
    </message>
    <message>
        <source>As launched. What was achieved was not measured; “ncu --section Occupancy” does.</source>
        <translation>与启动时相同。未测量实际占用率；“ncu --section Occupancy” 可以测量。</translation>
    </message>
    <message>
        <source>As launched. Achieved: %1</source>
        <translation>与启动时相同。实际占用率：%1</translation>
    </message>
    <message>
        <source>Baseline: theoretical %1</source>
        <translation>基线：理论 %1</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Warps</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared memory</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barrier</translation>
    </message>
    <message>
        <source>%1 — the limit</source>
        <comment>of occupancy</comment>
        <translation>%1 — 限制因素</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>每个 block 的线程数</translation>
    </message>
    <message>
        <source>Registers of a thread</source>
        <translation>每个线程的寄存器数</translation>
    </message>
    <message>
        <source>Shared memory of a block (KiB)</source>
        <translation>每个 block 的 shared memory (KiB)</translation>
    </message>
    <message>
        <source>Compute capability</source>
        <translation>计算能力</translation>
    </message>
    <message>
        <source>Shared memory of a block</source>
        <translation>每个 block 的 shared memory</translation>
    </message>
    <message>
        <source>Shared memory is set to</source>
        <translation>Shared memory 设为</translation>
    </message>
    <message>
        <source>Static and dynamic, in bytes; what the system reserves for each block is added</source>
        <translation>静态与动态之和，以字节计；系统从每个 block 占用的部分另计</translation>
    </message>
    <message>
        <source>How much of a multiprocessor&apos;s memory is shared memory; the rest is L1. The driver chooses it for each launch</source>
        <translation>多处理器的存储中有多少作为 shared memory，其余为 L1。由驱动在每次启动时选择</translation>
    </message>
    <message>
        <source>B</source>
        <comment>bytes</comment>
        <translation>B</translation>
    </message>
    <message>
        <source>As launched</source>
        <translation>与启动时相同</translation>
    </message>
    <message>
        <source>Back to the sizes of the kernel</source>
        <translation>恢复为 kernel 的大小</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Blocks it allows</source>
        <translation>允许的 block 数</translation>
    </message>
    <message>
        <source>Occupancy over</source>
        <translation>占用率随</translation>
    </message>
    <message>
        <source>block size</source>
        <translation>block 大小</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器数</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>shared memory</translation>
    </message>
    <message>
        <source>Occupancy (%)</source>
        <translation>占用率 (%)</translation>
    </message>
    <message>
        <source>The limits of compute capability %1 are not known here: choose the one that is most like it.</source>
        <translation>此处不知道计算能力 %1 的限制：请选择与其最接近的一项。</translation>
    </message>
    <message>
        <source>Baseline: theoretical %1, achieved %2</source>
        <translation>基线：理论 %1，实际 %2</translation>
    </message>
    <message>
        <source>How many barriers a multiprocessor of this chip has is not published: they are not counted. They are known of compute capability 9.0.</source>
        <translation>此芯片每个多处理器有多少屏障没有公开：不计入。目前只知道计算能力 9.0 的数值。</translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>baseline: largest</source>
        <translation>基线：最大</translation>
    </message>
</context>
<context>
    <name>app::KernelProfilePane</name>
    <message>
        <source>Open a report to see what was measured of its kernels.</source>
        <translation>打开一份报告，查看对其中 kernel 的测量结果。</translation>
    </message>
    <message>
        <source>Profile its kernels with “ncu --set full -o NAME PROGRAM” and open the .ncu-rep, too: kernels of the two reports are matched by name.</source>
        <translation>请用“ncu --set full -o NAME PROGRAM”分析这些 kernel，并一并打开 .ncu-rep：两份报告中的 kernel 会按名称对应起来。</translation>
    </message>
    <message>
        <source>This report holds no metrics of kernels; Nsight Compute measures them.</source>
        <translation>这份报告没有 kernel 的指标；它们由 Nsight Compute 测量。</translation>
    </message>
    <message>
        <source>Click a kernel that was profiled, to see what was measured of it. Another tab holds profiles that match kernels of this report.</source>
        <translation>点击一个分析过的 kernel，查看对它的测量结果。另一个标签页中有与本报告的 kernel 对应的分析结果。</translation>
    </message>
    <message>
        <source>grid %1</source>
        <translation>grid %1</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>block %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the third of seven kernels</comment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>launch %1 of %2</source>
        <translation>第 %1 次 launch，共 %2 次</translation>
    </message>
    <message>
        <source>measured in another run (%1)</source>
        <translation>测量自另一次运行（%1）</translation>
    </message>
    <message>
        <source>Matched by the name of the kernel, its grid and block, and the order of its launches. The two runs were different ones.</source>
        <translation>按 kernel 的名称、grid 和 block 以及 launch 的次序对应。两者来自不同的运行。</translation>
    </message>
    <message>
        <source>Matched by the name of the kernel and the order of its launches only; grid or block differ or are unknown.</source>
        <translation>仅按 kernel 的名称和 launch 的次序对应；grid 或 block 不同或未知。</translation>
    </message>
    <message>
        <source>Show in %1</source>
        <translation>在 %1 中显示</translation>
    </message>
    <message>
        <source>Go to the kernel of that report which this profile matches</source>
        <translation>转到那份报告中与此分析结果对应的 kernel</translation>
    </message>
    <message>
        <source>Go to the profile in its own report</source>
        <translation>转到分析结果所在的报告</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Section</translation>
    </message>
    <message>
        <source>All metrics</source>
        <translation>全部指标</translation>
    </message>
    <message>
        <source>Advice</source>
        <comment>of the profiler about a kernel</comment>
        <translation>建议</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Kernel before this one</source>
        <translation>上一个 kernel</translation>
    </message>
    <message>
        <source>Kernel after this one</source>
        <translation>下一个 kernel</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>This kernel is the baseline: others show how they differ from it. Click to end that</source>
        <translation>这个 kernel 是基线：其他 kernel 显示与它的差异。点击可取消</translation>
    </message>
    <message>
        <source>Compare with this kernel: every other one then shows how it differs</source>
        <translation>以这个 kernel 为基线：其他 kernel 都显示与它的差异</translation>
    </message>
    <message>
        <source>This kernel is the baseline</source>
        <translation>这个 kernel 是基线</translation>
    </message>
    <message>
        <source>Compared with %1, kernel %2 of %3</source>
        <translation>与 %1 比较：%3 的 kernel %2</translation>
    </message>
    <message>
        <source>Compare no more</source>
        <translation>不再比较</translation>
    </message>
    <message>
        <source>The kernel metrics have no page “%1”. There are %2.</source>
        <translation>kernel 指标没有“%1”页。可用的有 %2。</translation>
    </message>
    <message>
        <source>There is no kernel “%1”: they are counted from 1 to %2.</source>
        <translation>没有第“%1”个 kernel：编号从 1 到 %2。</translation>
    </message>
    <message>
        <source>kernel %1 of %2</source>
        <translation>第 %1 个 kernel，共 %2 个</translation>
    </message>
    <message>
        <source>Each kernel is compared with its namesake in %1, which holds %2 of %3</source>
        <translation>每个 kernel 与 %1 中的同名 kernel 比较，其中有 %3 个中的 %2 个</translation>
    </message>
    <message>
        <source>%1 holds no kernel of this name: there is nothing to compare with.</source>
        <translation>%1 中没有此名称的 kernel：无从比较。</translation>
    </message>
</context>
<context>
    <name>app::KernelRulesView</name>
    <message>
        <source>estimated speed-up %1</source>
        <translation>预计加速 %1</translation>
    </message>
    <message>
        <source>estimated local speed-up %1</source>
        <translation>预计局部提速 %1</translation>
    </message>
    <message>
        <source>The report holds no rules for this kernel. Profile it with a set that has them, for example “ncu --set full”.</source>
        <translation>报告中没有针对这个 kernel 的规则。请用包含规则的 set 分析它，例如“ncu --set full”。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more rule(s) found nothing to say.</source>
        <translation>
            <numerusform>另有 %Ln 条规则没有发现问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>no gain was estimated for the baseline</source>
        <translation>基线未给出预计加速</translation>
    </message>
    <message>
        <source>baseline %1, %2</source>
        <comment>estimated gain, and how this one differs</comment>
        <translation>基线 %1，%2</translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>not in the baseline</source>
        <translation>基线中没有此条</translation>
    </message>
    <message>
        <source>In the baseline only</source>
        <translation>仅基线中有</translation>
    </message>
    <message>
        <source>Optimization</source>
        <translation>优化</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>app::KernelSectionsView</name>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>The report has no sections for this kernel; its numbers are under “All metrics”.</source>
        <translation>报告中没有这个 kernel 的 section；其数值见“所有指标”。</translation>
    </message>
    <message>
        <source>its greatest part: %1</source>
        <translation>其中最大的部分：%1</translation>
    </message>
</context>
<context>
    <name>app::KernelSourceView</name>
    <message>
        <source>Share of all: %1</source>
        <translation>占总数的比例：%1</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>What the share of each line is of</source>
        <translation>每行的占比所依据的指标</translation>
    </message>
    <message>
        <source>Next hotter line (Alt+Up)</source>
        <translation>上一个更热的行 (Alt+Up)</translation>
    </message>
    <message>
        <source>Next cooler line, first the hottest (Alt+Down)</source>
        <translation>下一个较冷的行，从最热的开始 (Alt+Down)</translation>
    </message>
    <message>
        <source>SASS Beside</source>
        <translation>并排 SASS</translation>
    </message>
    <message>
        <source>Show instructions beside the lines that they come from</source>
        <translation>在源代码行旁显示其指令</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>%1 of all</source>
        <translation>占全部的 %1</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>The report holds nothing by line or instruction. Profile with “ncu --set full --import-source yes”, and build with -lineinfo.</source>
        <translation>报告中没有按行或按指令的数据。请用“ncu --set full --import-source yes”分析，并用 -lineinfo 编译。</translation>
    </message>
    <message>
        <source>The text of the file is not in the report: profile with “--import-source yes” to have it.</source>
        <translation>报告中没有文件的内容：用“--import-source yes”分析即可包含它。</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>Text of instructions from %1.</source>
        <translation>指令文本来自 %1。</translation>
    </message>
    <message>
        <source>“ncu --import FILE --page source --csv” prints the text; open that beside this report.</source>
        <translation>“ncu --import FILE --page source --csv” 可输出文本；请把它与本报告一起打开。</translation>
    </message>
    <message>
        <source>Reports do not hold the text of instructions.</source>
        <translation>报告不包含指令文本。</translation>
    </message>
    <message>
        <source>Text of instructions by nvdisasm.</source>
        <translation>指令文本由 nvdisasm 提供。</translation>
    </message>
    <message>
        <source>nvdisasm reads the kernel&apos;s code …</source>
        <translation>nvdisasm 正在读取 kernel 的代码……</translation>
    </message>
    <message>
        <source>Reports do not hold the text of instructions. Install nvdisasm of NVIDIA&apos;s CUDA toolkit where PATH finds it; or: %1</source>
        <translation>报告不包含指令文本。请安装 NVIDIA CUDA 工具包中的 nvdisasm，使其位于 PATH 中；或者：%1</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>Lines of PTX are not compared.</source>
        <translation>PTX 行不作比较。</translation>
    </message>
    <message>
        <source>The baseline has none of these lines: nothing is compared.</source>
        <translation>基线中没有这些行：不作比较。</translation>
    </message>
    <message>
        <source>%1 of %2 lines are in the baseline, too.</source>
        <translation>%2 行中有 %1 行也在基线中。</translation>
    </message>
    <message>
        <source>Nothing is compared: %1 holds nothing by line or instruction of this. Profile it with “ncu --set full --import-source yes”, too.</source>
        <translation>无法比较：%1 没有按行或指令的数据。请同样用“ncu --set full --import-source yes”分析。</translation>
    </message>
    <message>
        <source>Instructions are matched by their offsets, as their text is not known.</source>
        <translation>指令的文本未知，因此按偏移量匹配。</translation>
    </message>
</context>
<context>
    <name>app::KernelSummaryModel</name>
    <message>
        <source>Estimated by the rule “%1”</source>
        <translation>由规则 “%1” 估计</translation>
    </message>
    <message>
        <source>No rule of the profiler estimates a gain for the whole kernel.</source>
        <translation>分析器没有规则对整个 kernel 给出收益估计。</translation>
    </message>
    <message>
        <source>Baseline %1; difference %2</source>
        <translation>基线 %1；差值 %2</translation>
    </message>
    <message>
        <source>Place in the report, from 1</source>
        <translation>在报告中的位置，从 1 开始</translation>
    </message>
    <message>
        <source>No.</source>
        <comment>number of a kernel</comment>
        <translation>序号</translation>
    </message>
    <message>
        <source>Greatest share of the duration that one rule of the profiler thinks can be saved; estimates for a part of the kernel do not count</source>
        <translation>分析器的单条规则认为可以节省的最大时间占比；只针对 kernel 一部分的估计不计</translation>
    </message>
    <message>
        <source>Est. speed-up</source>
        <translation>预计加速</translation>
    </message>
    <message>
        <source>Duration × estimated speed-up: where work pays most</source>
        <translation>时长 × 预计加速：最值得优化之处</translation>
    </message>
    <message>
        <source>Could save</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>Name of the function alone</source>
        <translation>仅函数名</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>On the device, as the profiler measured it</source>
        <translation>在设备上的时间，由分析器测得</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Throughput of the multiprocessors, of what they could do</source>
        <translation>多处理器的吞吐量占其能力的比例</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Throughput of the memory system, of what it could do</source>
        <translation>内存系统的吞吐量占其能力的比例</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Registers of a thread</source>
        <translation>每个线程的寄存器数</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Blocks of the launch; ordered by their number</source>
        <translation>启动的 block 数；按数量排序</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Threads of a block; ordered by their number</source>
        <translation>每个 block 的线程数；按数量排序</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Cycles that passed while the kernel ran</source>
        <translation>kernel 运行期间经过的周期数</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Whole name, as the compiler spells it</source>
        <translation>完整名称，按编译器的写法</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>%1 holds no kernel of this name: there is nothing to compare with.</source>
        <translation>%1 中没有此名称的 kernel：无从比较。</translation>
    </message>
    <message>
        <source>Kernel %1 of %2 was not measured in this.</source>
        <translation>%2 的 kernel %1 没有测量此项。</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>Kernel %1 of %2</source>
        <translation>%2 的 kernel %1</translation>
    </message>
</context>
<context>
    <name>app::KernelSummaryView</name>
    <message>
        <source>Compare with this kernel</source>
        <translation>以这个 kernel 为基线</translation>
    </message>
</context>
<context>
    <name>app::KeySheet</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>app::LayoutsDialog</name>
    <message>
        <source>No layout has a name yet. View ▸ Layouts ▸ Save Layout As gives it one.</source>
        <translation>还没有已命名的布局。用“视图 ▸ 布局 ▸ 布局另存为”保存一个。</translation>
    </message>
    <message>
        <source>A layout needs a name.</source>
        <translation>布局需要名称。</translation>
    </message>
    <message>
        <source>Another layout is called “%1”.</source>
        <translation>已有名为“%1”的布局。</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
</context>
<context>
    <name>app::LinkedViews</name>
    <message>
        <source>Shift the Second Report</source>
        <translation>移动第二个报告</translation>
    </message>
</context>
<context>
    <name>app::LiveBar</name>
    <message>
        <source>Follow End</source>
        <translation>跟随末尾</translation>
    </message>
    <message>
        <source>Keep the newest events in view; moving the timeline ends that</source>
        <translation>让最新的事件保持可见；移动时间线会结束跟随</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Leave what is shown as it is; the capture goes on</source>
        <translation>保持当前显示不变；采集继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the capture and write its report; the program goes on</source>
        <translation>结束采集并写出报告；程序继续运行</translation>
    </message>
    <message>
        <source>End the capture without a report; the program goes on</source>
        <translation>结束采集而不写报告；程序继续运行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Write Report</source>
        <translation>写出报告</translation>
    </message>
    <message>
        <source>Write a report of the last seconds, which are kept; the capture goes on</source>
        <translation>写出所保留的最后几秒的报告；采集继续</translation>
    </message>
</context>
<context>
    <name>app::LiveView</name>
    <message>
        <source>The report cannot be read</source>
        <translation>无法读取报告</translation>
    </message>
    <message>
        <source>What is shown was read from the session. The report: %1</source>
        <translation>所显示的内容读自会话。报告：%1</translation>
    </message>
    <message>
        <source>The session has ended</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>What is shown was read before it did.</source>
        <translation>所显示的内容是在此之前读取的。</translation>
    </message>
    <message>
        <source>It was killed. What it left is shown; File ▸ Save as Sightline Report keeps it.</source>
        <translation>它被强行终止了。留下的内容已显示；“文件 ▸ 另存为 Sightline 报告”可保存它。</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在写入报告…</translation>
    </message>
    <message>
        <source>Capture ended</source>
        <translation>采集已结束</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>正在等待</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>for what begins the capture</source>
        <translation>采集开始的条件</translation>
    </message>
    <message>
        <source>no CUDA or NVTX call yet</source>
        <translation>尚无 CUDA 或 NVTX 调用</translation>
    </message>
    <message>
        <source>%1 records dropped</source>
        <translation>丢弃 %1 条记录</translation>
    </message>
    <message>
        <source>the capture goes on</source>
        <translation>采集继续进行</translation>
    </message>
    <message>
        <source>keeps the last %1</source>
        <translation>保留最后 %1</translation>
    </message>
</context>
<context>
    <name>app::LoadBar</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Writing: %1 of %2 events</source>
        <translation>正在写入：%1 / %2 个事件</translation>
    </message>
    <message>
        <source>Writing: %1 of %2 events · about %3 left</source>
        <translation>正在写入：%1 / %2 个事件 · 约剩 %3</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Reading: %1 of %2</source>
        <translation>正在读取：%1 / %2</translation>
    </message>
    <message>
        <source>Reading: %1 of %2 · %3 · about %4 left</source>
        <translation>正在读取：%1 / %2 · %3 · 约剩 %4</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop reading and keep what has been read so far</source>
        <translation>停止读取，保留已读取的内容</translation>
    </message>
    <message>
        <source>Stop writing; an older file of that name stays as it is</source>
        <translation>停止写入；原有的同名文件保持不变</translation>
    </message>
</context>
<context>
    <name>app::MachineView</name>
    <message>
        <source>Collector</source>
        <translation>采集库</translation>
    </message>
    <message>
        <source>NVIDIA driver</source>
        <translation>NVIDIA 驱动</translation>
    </message>
    <message>
        <source>CUPTI</source>
        <translation>CUPTI</translation>
    </message>
    <message>
        <source>GPU counters</source>
        <translation>GPU 计数器</translation>
    </message>
    <message>
        <source>CPU sampling</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>Space for captures</source>
        <translation>采集的空间</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>再次检查</translation>
    </message>
    <message>
        <source>Python samples</source>
        <translation>Python 采样</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
</context>
<context>
    <name>app::MainWindow</name>
    <message>
        <source>Timeline: %1</source>
        <comment>a group of commands</comment>
        <translation>时间线：%1</translation>
    </message>
    <message>
        <source>Bars are not coloured by their kind</source>
        <translation>条形未按种类着色</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始页</translation>
    </message>
    <message>
        <source>%1 — Sightline</source>
        <comment>window title</comment>
        <translation>%1 — Sightline</translation>
    </message>
    <message>
        <source>Open Reports</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The clipboard holds no path of a file. Copy a file or its path first.</source>
        <translation>剪贴板中没有文件路径。请先复制一个文件或它的路径。</translation>
    </message>
    <message>
        <source>Save as Sightline Report</source>
        <translation>另存为 Sightline 报告</translation>
    </message>
    <message>
        <source>Sightline reports (*.rep)</source>
        <translation>Sightline 报告 (*.rep)</translation>
    </message>
    <message>
        <source>The picture (%1 × %2 pixels) is on the clipboard.</source>
        <translation>图片（%1 × %2 像素）已复制到剪贴板。</translation>
    </message>
    <message>
        <source>About Sightline</source>
        <translation>关于 Sightline</translation>
    </message>
    <message>
        <source>&lt;p&gt;A timeline analyzer for GPU programs. Nothing is ever uploaded.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It uses Qt, SQLite, zstd, LZ4, xxHash, fmt, CLI11 and tl::expected.&lt;/p&gt;</source>
        <translation>&lt;p&gt;GPU 程序的时间线分析器。绝不上传任何数据。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更新版本。使用了 Qt、SQLite、zstd、LZ4、xxHash、fmt、CLI11 和 tl::expected。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Copy System Information</source>
        <translation>复制系统信息</translation>
    </message>
    <message>
        <source>No recent reports</source>
        <translation>没有最近的报告</translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close Others</source>
        <translation>关闭其他</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Show in Folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Like the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Tool Bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Span: %1</source>
        <translation>时间段：%1</translation>
    </message>
    <message>
        <source>Panes are about the selected span of time</source>
        <translation>各面板只统计选中的时间段</translation>
    </message>
    <message>
        <source>The timeline shows only that</source>
        <translation>时间线只显示这部分</translation>
    </message>
    <message>
        <source>Compare %1 with</source>
        <translation>将 %1 与之比较</translation>
    </message>
    <message>
        <source>There is no pane “%1”. There are %2.</source>
        <translation>没有面板“%1”。可用的有 %2。</translation>
    </message>
    <message>
        <source>Reports (%1)</source>
        <translation>报告 (%1)</translation>
    </message>
    <message>
        <source>Pane: %1</source>
        <comment>a command that shows it</comment>
        <translation>窗格：%1</translation>
    </message>
    <message>
        <source>&amp;Arrange “%1”</source>
        <translation>排列“%1”(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Arrange the Pane</source>
        <translation>排列窗格(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Dock It Again</source>
        <translation>重新停靠(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Float</source>
        <translation>浮动(&amp;F)</translation>
    </message>
    <message>
        <source>Left of</source>
        <translation>左侧相邻于</translation>
    </message>
    <message>
        <source>Right of</source>
        <translation>右侧相邻于</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>置于其上方</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>置于其下方</translation>
    </message>
    <message>
        <source>Into the Tabs of</source>
        <translation>并入标签组</translation>
    </message>
    <message>
        <source>The layout “%1” cannot be used: another version of Sightline saved it.</source>
        <translation>无法使用布局“%1”：它由另一版本的 Sightline 保存。</translation>
    </message>
    <message>
        <source>Layouts are for reports. Open one first.</source>
        <translation>布局用于报告。请先打开一个报告。</translation>
    </message>
    <message>
        <source>Save Layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Name of the layout; one that exists is replaced:</source>
        <translation>布局的名称；已有的同名布局会被替换：</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>app::ManualWindow</name>
    <message>
        <source>%1 (%2)</source>
        <comment>heading and how often the search found something below it</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 — Manual</source>
        <comment>page</comment>
        <translation>%1 — 手册</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hit(s)</source>
        <translation>
            <numerusform>%Ln 处</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>hit</comment>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Search all pages (Ctrl+F, F3)</source>
        <translation>查找所有页面（Ctrl+F、F3）</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>在手册中查找</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>app::MemoryChartWidget</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>L1 cache</source>
        <translation>L1 cache</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared memory</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 cache</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>System memory</source>
        <translation>系统内存</translation>
    </message>
    <message>
        <source>Other GPUs</source>
        <translation>其他 GPU</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <comment>data that went from one memory to another</comment>
        <translation>%1 到 %2：%3</translation>
    </message>
    <message>
        <source>Memory chart</source>
        <translation>内存图</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>hit %1</source>
        <comment>share of accesses that a cache could serve</comment>
        <translation>命中 %1</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>Baseline: %1; difference %2</source>
        <translation>基线：%1；差异 %2</translation>
    </message>
</context>
<context>
    <name>app::MemoryCurve</name>
    <message>
        <source>Memory in use. Drag across to select a span of time</source>
        <translation>使用中的内存。横向拖动可选择时间段</translation>
    </message>
    <message>
        <source>at %1: %2</source>
        <comment>memory in use at a time</comment>
        <translation>%1 时：%2</translation>
    </message>
    <message>
        <source>%1, the most in use</source>
        <translation>%1，使用最多</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存随时间的变化</translation>
    </message>
</context>
<context>
    <name>app::MemoryPane</name>
    <message>
        <source>Open a report to see its memory.</source>
        <translation>打开报告以查看内存。</translation>
    </message>
    <message>
        <source>Memory is analyzed once the report is loaded.</source>
        <translation>报告加载完成后查看内存。</translation>
    </message>
    <message>
        <source>The report holds no memory in use. Capture with memory usage switched on (sightline profile or nsys profile with --cuda-memory-usage=true, or profile_memory=True of PyTorch&apos;s profiler).</source>
        <translation>报告中没有内存使用数据。采集时请打开内存使用跟踪（sightline profile 或 nsys profile 加 --cuda-memory-usage=true，或 PyTorch profiler 的 profile_memory=True）。</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Peak %1 at %2</source>
        <translation>峰值 %1，位于 %2</translation>
    </message>
    <message>
        <source>Held at the peak</source>
        <translation>峰值时的占用</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>All curves</source>
        <translation>所有曲线</translation>
    </message>
    <message>
        <source>Which curve is drawn</source>
        <translation>绘制哪条曲线</translation>
    </message>
    <message>
        <source>What the table lists</source>
        <translation>表中列出什么</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>使用中的内存</translation>
    </message>
</context>
<context>
    <name>app::MergedFilesView</name>
    <message>
        <source>ends of collectives</source>
        <translation>集合通信的结束时刻</translation>
    </message>
    <message>
        <source>wall clock</source>
        <translation>系统时钟</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>start of the file</source>
        <translation>文件的起点</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Clock is ahead by</source>
        <translation>时钟超前</translation>
    </message>
    <message>
        <source>Aligned by</source>
        <translation>对齐依据</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>正在移动…</translation>
    </message>
    <message>
        <source>Double-click an offset to change it, for example to “5.01 ms”. Ctrl+Z takes it back.</source>
        <translation>双击偏移可以修改，例如改为“5.01 ms”。按 Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>the measure for the others</source>
        <translation>其他文件的基准</translation>
    </message>
    <message>
        <source>Half of the collectives fit the offset to within this time.</source>
        <translation>半数集合通信与偏移的差距在此时间之内。</translation>
    </message>
    <message>
        <source>clock of the machine</source>
        <translation>机器的时钟</translation>
    </message>
</context>
<context>
    <name>app::NestedEventsModel</name>
    <message>
        <source>Duration without the events directly inside</source>
        <translation>不含直接位于其中的事件的时长</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>app::OpenSeveralDialog</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Ends of matching collectives</source>
        <translation>对应集合通信的结束时刻</translation>
    </message>
    <message>
        <source>Wall clock</source>
        <translation>系统时钟</translation>
    </message>
    <message>
        <source>Start of each file</source>
        <translation>各文件的起点</translation>
    </message>
    <message>
        <source>no report</source>
        <translation>不是报告</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other file(s) are no reports.</source>
        <translation>
            <numerusform>另有 %Ln 个文件不是报告。</numerusform>
        </translation>
    </message>
    <message>
        <source>Known once the file is read.</source>
        <translation>读取文件后才知道。</translation>
    </message>
    <message>
        <source>Open Several Reports</source>
        <translation>打开多个报告</translation>
    </message>
    <message>
        <source>Reports in a Folder</source>
        <translation>文件夹中的报告</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Time span</source>
        <translation>时间跨度</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Open as:</source>
        <translation>打开为：</translation>
    </message>
    <message>
        <source>Separate &amp;tabs</source>
        <translation>单独的标签页(&amp;T)</translation>
    </message>
    <message>
        <source>One &amp;merged view</source>
        <translation>一个合并视图(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Align clocks by:</source>
        <translation>时钟对齐依据(&amp;A)：</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message numerus="yes">
        <source>Merge %Ln Report(s)</source>
        <translation>
            <numerusform>合并 %Ln 个报告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open %Ln Report(s)</source>
        <translation>
            <numerusform>打开 %Ln 个报告</numerusform>
        </translation>
    </message>
    <message>
        <source>Each file becomes a group of rows of its own on one timeline. Offsets between their clocks are shown in the import log and can be changed there.</source>
        <translation>每个文件在同一时间线上成为单独的一组行。时钟之间的偏移显示在导入日志中，也可以在那里修改。</translation>
    </message>
    <message>
        <source>Each file opens in a tab of its own.</source>
        <translation>每个文件在单独的标签页中打开。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s). How should they be opened?</source>
        <translation>
            <numerusform>%Ln 个文件。要怎样打开？</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for reports in %1 …</source>
        <translation>正在 %1 中查找报告…</translation>
    </message>
    <message>
        <source>Reports found in %1:</source>
        <translation>在 %1 中找到的报告：</translation>
    </message>
    <message>
        <source>There is no report in %1. Sightline looks for the files that it can open, by their content.</source>
        <translation>%1 中没有报告。Sightline 按内容查找能够打开的文件。</translation>
    </message>
    <message>
        <source>The folder is large; only a part of it was searched.</source>
        <translation>文件夹很大，只搜索了其中一部分。</translation>
    </message>
    <message>
        <source>Two reports in one window: the first one of the list is the one to compare with.</source>
        <translation>在一个窗口中显示两个报告：列表中的第一个是比较的基准。</translation>
    </message>
    <message>
        <source>Both timelines show the same time, with what differs below them.</source>
        <translation>两条时间线显示同一时间，差异列在下方。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>app::Pane</name>
    <message>
        <source>The pane “%1” has no parts: leave out “:%2”.</source>
        <translation>面板“%1”没有分部：请去掉“:%2”。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pane and its filter</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Only events that match are in this pane</source>
        <translation>此面板只包含匹配的事件</translation>
    </message>
    <message>
        <source>%1: visible span</source>
        <comment>pane</comment>
        <translation>%1：可见时间段</translation>
    </message>
    <message>
        <source>Only what is on screen is in this pane</source>
        <translation>此面板只包含屏幕上可见的部分</translation>
    </message>
</context>
<context>
    <name>app::Picture</name>
    <message>
        <source>There are too many bars to draw each as a shape (%1): bars are drawn as pixels, text remains text.</source>
        <translation>条形过多，无法逐个绘制为图形（%1）：此处条形为像素，文字仍为文字。</translation>
    </message>
    <message>
        <source>The picture would be too large: it has %1 pixels for each one on screen.</source>
        <translation>图片会过大：屏幕上的每个像素对应 %1 个像素。</translation>
    </message>
    <message numerus="yes">
        <source>A picture can be no higher: %n rows at the end are left out.</source>
        <translation>
            <numerusform>图片不能更高：末尾的 %n 行未包含。</numerusform>
        </translation>
    </message>
    <message>
        <source>there is nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
    <message>
        <source>%1 · captured %2 UTC</source>
        <comment>file, date and time</comment>
        <translation>%1 · 采集于 %2 UTC</translation>
    </message>
    <message>
        <source>%1 to %2 (%3)</source>
        <comment>span of time</comment>
        <translation>%1 至 %2（%3）</translation>
    </message>
    <message>
        <source>The picture is incomplete: %1.</source>
        <translation>图片中并非全部内容：%1。</translation>
    </message>
    <message>
        <source>filter “%1”</source>
        <translation>筛选“%1”</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a list of choices and what is chosen</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>columns at the right are left out</source>
        <translation>右侧的列未包含</translation>
    </message>
    <message>
        <source>the right is left out</source>
        <translation>右侧未包含</translation>
    </message>
    <message>
        <source>the end is left out</source>
        <translation>末尾未包含</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <comment>that a picture shows</comment>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message numerus="yes">
        <source>The caption is too long: its first %n lines are in the picture.</source>
        <translation>
            <numerusform>标题太长：图片中只有前 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>texts that are too long are shortened</source>
        <translation>过长的文字已缩短</translation>
    </message>
</context>
<context>
    <name>app::PictureDialog</name>
    <message>
        <source>Timelines as on screen</source>
        <translation>时间线（如屏幕所示）</translation>
    </message>
    <message>
        <source>Timeline as on screen</source>
        <translation>时间线（如屏幕所示）</translation>
    </message>
    <message>
        <source>Selected span of time</source>
        <translation>所选时间段</translation>
    </message>
    <message>
        <source>Whole reports, all rows</source>
        <translation>完整报告，所有行</translation>
    </message>
    <message>
        <source>Whole report, all rows</source>
        <translation>完整报告，所有行</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>There is nothing to show.</source>
        <translation>没有可显示的内容。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another place.</source>
        <translation>无法写入 %1：%2。请选择其他位置。</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>图片已在剪贴板中。</translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <source>Export Picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>PNG (pixels)</source>
        <translation>PNG（像素）</translation>
    </message>
    <message>
        <source>SVG (shapes and text)</source>
        <translation>SVG（图形和文字）</translation>
    </message>
    <message>
        <source>PDF (shapes and text)</source>
        <translation>PDF（图形和文字）</translation>
    </message>
    <message>
        <source>1× as on screen</source>
        <translation>1×（如屏幕所示）</translation>
    </message>
    <message>
        <source>2× for slides</source>
        <translation>2×（用于幻灯片）</translation>
    </message>
    <message>
        <source>3×</source>
        <translation>3×</translation>
    </message>
    <message>
        <source>4× for print</source>
        <translation>4×（用于印刷）</translation>
    </message>
    <message>
        <source>Light, for print</source>
        <translation>浅色（用于印刷）</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Kinds of events</source>
        <translation>事件种类</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>内容(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>分辨率(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>C&amp;aption</source>
        <translation>标题(&amp;A)</translation>
    </message>
    <message>
        <source>As on screen</source>
        <translation>如屏幕所示</translation>
    </message>
    <message>
        <source> px</source>
        <comment>logical pixels of a picture</comment>
        <translation> px</translation>
    </message>
    <message>
        <source>In a narrower picture, text looks larger when it is shown at the same size.</source>
        <translation>图片越窄，以相同大小显示时文字越大。</translation>
    </message>
    <message>
        <source>All &amp;rows, not only those on screen</source>
        <translation>所有行(&amp;R)，而不只是屏幕上的行</translation>
    </message>
    <message>
        <source>File, capture time and &amp;span below</source>
        <translation>下方注明文件、采集时间和时间段(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Drag the picture into another program or folder.</source>
        <translation>可把图片拖到其他程序或文件夹。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>正在保存 %1…</translation>
    </message>
</context>
<context>
    <name>app::Pictured</name>
    <message>
        <source>Export Picture…</source>
        <translation>导出图片…</translation>
    </message>
</context>
<context>
    <name>app::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>app::QueryRow</name>
    <message>
        <source>More than %1 of these events happen at the same time; a row cannot show that. Ask for fewer.</source>
        <translation>这些事件中同时发生的超过 %1 个，一行无法显示。请减少数量。</translation>
    </message>
    <message>
        <source>Adding the row was cancelled.</source>
        <translation>已取消添加行。</translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s) were added as a row.</source>
        <translation>
            <numerusform>已将 %1 个事件添加为一行。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to add: times must be whole nanoseconds within the report.</source>
        <translation>没有可添加的内容：时间必须是报告范围内的整数纳秒。</translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s) were cut off at the ends of the report.</source>
        <translation>
            <numerusform>%1 个事件在报告两端被截断。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s) outside the report were left out.</source>
        <translation>
            <numerusform>报告范围之外的 %1 个事件被略去。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) without usable times were left out.</source>
        <translation>
            <numerusform>%1 行没有可用的时间，被略去。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::RecentDelegate</name>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Keep on top of the list</source>
        <translation>固定在列表顶部</translation>
    </message>
    <message>
        <source>Remove from the list; the file stays</source>
        <translation>从列表中移除，文件保留</translation>
    </message>
</context>
<context>
    <name>app::ReportPage</name>
    <message>
        <source>%1 (partial)</source>
        <translation>%1（不完整）</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>The file changed on disk. What is shown is the older version.</source>
        <translation>磁盘上的文件已更改，当前显示的是旧版本。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Loading was cancelled. Only the part that had been read is shown.</source>
        <translation>加载已取消，只显示已读取的部分。</translation>
    </message>
    <message>
        <source>Load Everything</source>
        <translation>加载全部</translation>
    </message>
    <message>
        <source>The file is incomplete. What could be read is shown; the import log says what is missing.</source>
        <translation>文件不完整。已显示能够读取的部分，缺失内容见导入日志。</translation>
    </message>
    <message>
        <source>Move %1 in Time</source>
        <translation>移动 %1 的时间</translation>
    </message>
    <message>
        <source>Could not be opened and is not shown: %1. The import log says why.</source>
        <translation>无法打开，未显示：%1。原因见导入日志。</translation>
    </message>
    <message>
        <source>%1 (live)</source>
        <translation>%1（实时）</translation>
    </message>
    <message>
        <source>This capture ended without a report; what it left is shown. File ▸ Save as Sightline Report keeps it.</source>
        <translation>这次采集没有报告就结束了；留下的内容已显示。“文件 ▸ 另存为 Sightline 报告”可保存它。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in Folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>app::ReportTableModel</name>
    <message>
        <source>%1 (%2)</source>
        <comment>title of a column and its unit</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>app::ReportTabs</name>
    <message>
        <source>Close Tab</source>
        <translation>关闭标签页</translation>
    </message>
</context>
<context>
    <name>app::ReportsPane</name>
    <message>
        <source>Find a table</source>
        <translation>查找表格</translation>
    </message>
    <message>
        <source>There is no table “%1”; “sightline stats --help-reports” lists them.</source>
        <translation>没有表“%1”；“sightline stats --help-reports”会列出所有表。</translation>
    </message>
    <message>
        <source>Full kernel names</source>
        <translation>完整的 kernel 名称</translation>
    </message>
    <message>
        <source>Base names</source>
        <translation>函数名</translation>
    </message>
    <message>
        <source>Mangled names</source>
        <translation>mangled 名称</translation>
    </message>
    <message>
        <source>Open a report to see its statistics.</source>
        <translation>打开报告即可查看其统计。</translation>
    </message>
    <message>
        <source>Statistics are made when the report is loaded.</source>
        <translation>报告加载完成后才会统计。</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Export the Table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1 could not be written. Choose another folder.</source>
        <translation>无法写入 %1。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Which table</source>
        <translation>选择表格</translation>
    </message>
    <message>
        <source>How kernels are named</source>
        <translation>kernel 的命名方式</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Copy Command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copy the command that prints this table</source>
        <translation>复制输出此表的命令</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write the table as CSV, times in nanoseconds</source>
        <translation>将表格写为 CSV，时间单位为纳秒</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pane and its filter</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Only rows that hold this text are in the table</source>
        <translation>表中只包含带有此文本的行</translation>
    </message>
</context>
<context>
    <name>app::ResultChart</name>
    <message>
        <source>A chart wants a column of numbers behind the first column.</source>
        <translation>绘制图表需要第一列之后有一个数值列。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <comment>a point of a chart: where, title of the axis, value</comment>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>Chart of the result</source>
        <translation>结果图表</translation>
    </message>
</context>
<context>
    <name>app::RooflineChart</name>
    <message>
        <source>Operations per byte of %1 (FLOP/byte)</source>
        <translation>每字节 %1 的运算次数（FLOP/byte）</translation>
    </message>
    <message>
        <source>Operations per second (FLOP/s)</source>
        <translation>每秒运算次数（FLOP/s）</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>%1, %2, %3 FLOP/byte of %4, bound by: %5</source>
        <comment>a kernel in the roofline chart</comment>
        <translation>%1，%2，%4 每字节 %3 FLOP，受限于：%5</translation>
    </message>
    <message>
        <source>Drag to mark points in the timeline, click to choose one. The arrow keys lead from point to point, Enter chooses one. The wheel zooms (Shift: across, Alt: up), Ctrl and dragging moves, a double click shows all.</source>
        <translation>拖动可在时间线中标记点，单击可选择一个点。方向键在点之间移动，Enter 选择当前点。滚轮缩放（Shift：横向，Alt：纵向），按住 Ctrl 拖动可移动，双击显示全部。</translation>
    </message>
</context>
<context>
    <name>app::RooflinePane</name>
    <message>
        <source>Open a report to see how far its kernels are from what the chip can do.</source>
        <translation>打开报告，查看其 kernel 距芯片能力有多远。</translation>
    </message>
    <message>
        <source>Kernels are measured against their chip when the report is loaded.</source>
        <translation>报告加载后，将 kernel 与其芯片对照。</translation>
    </message>
    <message>
        <source>There are no kernels in this time. Capture with CUDA tracing switched on.</source>
        <translation>该时间内没有 kernel。采集时请打开 CUDA 跟踪。</translation>
    </message>
    <message>
        <source>The kernels were profiled without the metrics of a roofline. Collect them with: ncu --set roofline (or --set full)</source>
        <translation>kernel 在分析时没有采集 roofline 所需的指标。采集方式：ncu --set roofline（或 --set full）</translation>
    </message>
    <message>
        <source>The report says nothing of the work of its kernels. Profile the kernels with Nsight Compute (ncu --set roofline), or the program with PyTorch&apos;s profiler and record_shapes=True: then work is counted from the sizes of operators.</source>
        <translation>报告没有说明其 kernel 的工作量。请用 Nsight Compute（ncu --set roofline）分析 kernel，或用 PyTorch 的 profiler 并设置 record_shapes=True 分析程序：那时按算子的大小计算工作量。</translation>
    </message>
    <message>
        <source>Unknown device</source>
        <translation>未知设备</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Points: %1</source>
        <translation>点：%1</translation>
    </message>
    <message>
        <source>a model: counted from the sizes of inputs</source>
        <translation>模型：按输入的大小计算</translation>
    </message>
    <message>
        <source>the bytes of this memory are not known</source>
        <translation>该层存储的字节数未知</translation>
    </message>
    <message>
        <source>%1 without floating-point work, in the table only</source>
        <translation>%1 个没有浮点运算，只在表中</translation>
    </message>
    <message>
        <source>nothing is known of %1 of %2 kernels</source>
        <translation>%2 个 kernel 中有 %1 个一无所知</translation>
    </message>
    <message>
        <source>the shortest %1 are not drawn</source>
        <translation>最短的 %1 个未绘出</translation>
    </message>
    <message>
        <source>no data sheet of this device is known</source>
        <translation>没有此设备的数据手册</translation>
    </message>
    <message>
        <source>Export the Roofline</source>
        <translation>导出 Roofline</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Picture of the chart (*.png)</source>
        <translation>图表图片 (*.png)</translation>
    </message>
    <message>
        <source>Picture of the chart (*.svg)</source>
        <translation>图表图片 (*.svg)</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1 could not be written. Choose another folder.</source>
        <translation>无法写入 %1。请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Each launch</source>
        <translation>每次启动</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有层级</translation>
    </message>
    <message>
        <source>Colour: precision</source>
        <translation>颜色：精度</translation>
    </message>
    <message>
        <source>Colour: bound</source>
        <translation>颜色：受限于</translation>
    </message>
    <message>
        <source>Which device</source>
        <translation>哪个设备</translation>
    </message>
    <message>
        <source>What a point is: all launches of a name, or one launch</source>
        <translation>一个点表示什么：同名的所有启动，或一次启动</translation>
    </message>
    <message>
        <source>Whose bytes are counted</source>
        <translation>计哪一层的字节</translation>
    </message>
    <message>
        <source>What colours and shapes tell apart</source>
        <translation>颜色和形状区分什么</translation>
    </message>
    <message>
        <source>Show all points and roofs</source>
        <translation>显示所有的点和上限</translation>
    </message>
    <message>
        <source>Export as table or picture</source>
        <translation>导出为表或图片</translation>
    </message>
    <message>
        <source>No baseline</source>
        <translation>无基线</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>arrows from the baseline: %1</source>
        <translation>来自基线的箭头：%1</translation>
    </message>
    <message>
        <source>Picture of the chart (*.pdf)</source>
        <translation>图表图片 (*.pdf)</translation>
    </message>
    <message>
        <source>Another open report, to see from where to where each kernel went</source>
        <translation>另一个已打开的报告，用来查看每个 kernel 从哪里移到哪里</translation>
    </message>
    <message>
        <source>the baseline has none of these kernels</source>
        <translation>基线中没有这些 kernel</translation>
    </message>
</context>
<context>
    <name>app::RowMenu</name>
    <message>
        <source>Show in the Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Zoom to Event</source>
        <translation>缩放到事件</translation>
    </message>
    <message>
        <source>Zoom to the First Event</source>
        <translation>缩放到第一个事件</translation>
    </message>
    <message>
        <source>Show the Longest of This Name</source>
        <translation>显示同名事件中最长的一个</translation>
    </message>
    <message>
        <source>Select All of This Name</source>
        <translation>选择所有同名事件</translation>
    </message>
    <message>
        <source>Show All Names Again</source>
        <translation>重新显示所有名称</translation>
    </message>
    <message>
        <source>Filter to This Name</source>
        <translation>只显示此名称</translation>
    </message>
    <message>
        <source>Add as a Row</source>
        <translation>添加为一行</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Measure This Kernel</source>
        <translation>测量此 kernel</translation>
    </message>
    <message>
        <source>Copy the Command of Sightline</source>
        <translation>复制 Sightline 命令</translation>
    </message>
    <message>
        <source>Copy the Command of Nsight Compute</source>
        <translation>复制 Nsight Compute 命令</translation>
    </message>
    <message>
        <source>No event of the report is called “%1”.</source>
        <translation>报告中没有名为“%1”的事件。</translation>
    </message>
    <message>
        <source>Adding the row…</source>
        <translation>正在添加行…</translation>
    </message>
    <message>
        <source>There is nothing to add: no event of the report has this name.</source>
        <translation>没有可添加的内容：报告中没有此名称的事件。</translation>
    </message>
    <message>
        <source>More than %1 of these events happen at the same time; a row cannot show that.</source>
        <translation>这些事件中同时发生的超过 %1 个，一行无法显示。</translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s) were added as a row.</source>
        <translation>
            <numerusform>已将 %1 个事件添加为一行。</numerusform>
        </translation>
    </message>
    <message>
        <source>On the clipboard: %1</source>
        <translation>已复制到剪贴板：%1</translation>
    </message>
    <message>
        <source>Copy the Command of rocprofv3</source>
        <translation>复制 rocprofv3 的命令</translation>
    </message>
    <message>
        <source>Copy the Command of ROCm Compute Profiler</source>
        <translation>复制 ROCm Compute Profiler 的命令</translation>
    </message>
</context>
<context>
    <name>app::SelectionModel</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Outside any range</source>
        <translation>不在任何 range 中</translation>
    </message>
    <message>
        <source>No GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message>
        <source>No process</source>
        <translation>无进程</translation>
    </message>
    <message>
        <source>No thread</source>
        <translation>无线程</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <comment>row and its parent</comment>
        <translation>%1 › %2</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Row or stream</source>
        <translation>行或 stream</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>What the events have in common, by the groupings chosen above</source>
        <translation>按上方所选分组依据，这些事件的共同之处</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Events that overlap the selected span</source>
        <translation>与所选时间段重叠的事件数</translation>
    </message>
    <message>
        <source>In Selection</source>
        <translation>选区内时间</translation>
    </message>
    <message>
        <source>Sum of the parts of their durations that lie in the selected span; overlapping events count twice</source>
        <translation>事件时长位于所选时间段内的部分之和；重叠的事件会重复计算</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Time in selection as a share of that of the group above, or of all events</source>
        <translation>选区内时间占上级分组或全部事件的选区内时间的比例</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Time in selection without what nested events of the same row take</source>
        <translation>选区内时间减去同一行中嵌套事件所占的时间</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>墙钟时间</translation>
    </message>
    <message>
        <source>Time of the selected span in which at least one of them runs; overlapping events count once</source>
        <translation>所选时间段中至少有一个此类事件在运行的时间；重叠的事件只计一次</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean of the whole durations; of a counter its mean weighted by time</source>
        <translation>完整时长的平均值；对于计数器，为按时间加权的平均值</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Shortest whole duration; of a counter its least value</source>
        <translation>最短的完整时长；对于计数器，为最小值</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the whole durations are not longer</source>
        <translation>一半事件的完整时长不超过此值</translation>
    </message>
    <message>
        <source>P95</source>
        <translation>P95</translation>
    </message>
    <message>
        <source>95 % of the whole durations are not longer</source>
        <translation>95% 的事件的完整时长不超过此值</translation>
    </message>
    <message>
        <source>P99</source>
        <translation>P99</translation>
    </message>
    <message>
        <source>99 % of the whole durations are not longer</source>
        <translation>99% 的事件的完整时长不超过此值</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Longest whole duration; of a counter its greatest value</source>
        <translation>最长的完整时长；对于计数器，为最大值</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bytes that copies, memsets and collectives move, where the report says so</source>
        <translation>拷贝、内存设置和集合通信搬运的字节数，仅限报告中有记录的</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Size divided by the sum of the whole durations of the events that have one</source>
        <translation>大小除以有大小的事件的完整时长之和</translation>
    </message>
</context>
<context>
    <name>app::SelectionPane</name>
    <message>
        <source>Open a report to measure in it.</source>
        <translation>打开报告以进行测量。</translation>
    </message>
    <message>
        <source>Drag with the left button across the timeline to select a span of time.</source>
        <translation>按住左键在时间线上拖动，选择一段时间。</translation>
    </message>
    <message>
        <source>Copy start, end and length in nanoseconds</source>
        <translation>以纳秒复制开始、结束和长度</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>borders of a span</comment>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>If it repeated: %1 per second</source>
        <translation>若以此为周期重复：每秒 %1 次</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>No events in this span</source>
        <translation>此时间段内没有事件</translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, counting…</source>
        <translation>%1，正在统计…</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Rows on screen</source>
        <translation>屏幕上的行</translation>
    </message>
    <message>
        <source>By: %1</source>
        <comment>first grouping</comment>
        <translation>分组：%1</translation>
    </message>
    <message>
        <source>then by: %1</source>
        <comment>second grouping</comment>
        <translation>再分组：%1</translation>
    </message>
    <message>
        <source>Zoom to the selected span</source>
        <translation>缩放至所选时间段</translation>
    </message>
    <message>
        <source>Select no span</source>
        <translation>取消选择时间段</translation>
    </message>
    <message>
        <source>Which rows are counted</source>
        <translation>统计哪些行</translation>
    </message>
    <message>
        <source>What events are put together by</source>
        <translation>事件的分组依据</translation>
    </message>
    <message>
        <source>What the events of a group are divided by</source>
        <translation>组内事件的再分组依据</translation>
    </message>
    <message>
        <source>Filter events</source>
        <translation>筛选事件</translation>
    </message>
    <message>
        <source>No events: %1</source>
        <translation>没有事件：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s): pace %2, CPU %3, GPU %4</source>
        <translation>
            <numerusform>%1 个 step：节拍 %2，CPU %3，GPU %4</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>events; steps</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>Steps that the span touches, as medians. Pace: from the end of the former step&apos;s work, or its own begin where that is later, to the end of its own. CPU: its range. GPU: from the first start to the last end of the work that it launched.</source>
        <translation>与所选时间段有重叠的 step，均取中位数。节拍：从前一个 step 的工作结束（或自身开始，取较晚者）到自身工作结束。CPU：其 CPU 区间。GPU：它所发起的工作从最早开始到最晚结束。</translation>
    </message>
</context>
<context>
    <name>app::ShareDialog</name>
    <message>
        <source>Folders of paths</source>
        <translation>路径中的文件夹</translation>
    </message>
    <message>
        <source>folder_1/train.py instead of /home/me/project/train.py. Names of files stay; folders of the system and of public libraries, too.</source>
        <translation>以 folder_1/train.py 代替 /home/me/project/train.py。文件名保留；系统和公共库的文件夹也保留。</translation>
    </message>
    <message>
        <source>Names of accounts</source>
        <translation>账户名</translation>
    </message>
    <message>
        <source>As found in home folders and facts about the capture, wherever they occur.</source>
        <translation>由主文件夹和采集信息得知的账户名，无论出现在何处。</translation>
    </message>
    <message>
        <source>Names and addresses of machines</source>
        <translation>机器的名称和地址</translation>
    </message>
    <message>
        <source>Names of hosts and domains wherever they stand, URLs, IP and hardware addresses, serial numbers and UUIDs of devices.</source>
        <translation>主机名和域名（无论出现在何处）、URL、IP 地址和硬件地址、设备的序列号和 UUID。</translation>
    </message>
    <message>
        <source>Command lines</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>The name of the program stays.</source>
        <translation>程序名保留。</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Values of NAME=value in texts. Sightline never keeps the environment itself.</source>
        <translation>文本中 NAME=value 的值。Sightline 从不保存环境本身。</translation>
    </message>
    <message>
        <source>Passwords, tokens and keys</source>
        <translation>密码、令牌和密钥</translation>
    </message>
    <message>
        <source>Known by their form, or by the name of what holds them: --token, password=…, Bearer …</source>
        <translation>按其形式或按其所在之处的名称识别：--token、password=…、Bearer …</translation>
    </message>
    <message>
        <source>Source files and SQL</source>
        <translation>源文件和 SQL</translation>
    </message>
    <message>
        <source>Source files that profiles of Nsight Compute carry; statements of databases. Instructions stay.</source>
        <translation>Nsight Compute 报告携带的源文件；数据库的语句。指令保留。</translation>
    </message>
    <message>
        <source>Names of kernels, ranges, functions …</source>
        <translation>kernel、范围、函数等的名称</translation>
    </message>
    <message>
        <source>Numbers of processes and threads</source>
        <translation>进程号和线程号</translation>
    </message>
    <message>
        <source>Replaced by 1, 2, 3 …, in the same order.</source>
        <translation>改为 1、2、3 等，顺序不变。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Taken out: %1.</source>
        <translation>已移除：%1。</translation>
    </message>
    <message>
        <source>This is the report itself. Choose another name.</source>
        <translation>这就是该报告本身。请选择其他名称。</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这个文件夹。</translation>
    </message>
    <message>
        <source>Times, sizes, launch configurations and instructions stay. Events that cross the ends of the selection are kept whole.</source>
        <translation>时间、大小、启动配置和指令保留。跨越选区两端的事件保持完整。</translation>
    </message>
    <message>
        <source>One file with figures, pictures and tables that opens in any browser, without a network.</source>
        <translation>一个包含数据、图片和表格的文件，可在任何浏览器中打开，无需网络。</translation>
    </message>
    <message>
        <source>Sightline reports (*.rep)</source>
        <translation>Sightline 报告 (*.rep)</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Replace File</source>
        <translation>替换文件</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 已存在。要替换它吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Save a Copy to Share</source>
        <translation>保存用于共享的副本</translation>
    </message>
    <message>
        <source>Share as HTML</source>
        <translation>共享为 HTML</translation>
    </message>
    <message>
        <source>A Sightline report of its own, which keeps the numbers of this one.</source>
        <translation>一个独立的 Sightline 报告，保留本报告的数据。</translation>
    </message>
    <message>
        <source>A page with what matters in this report.</source>
        <translation>一个包含本报告要点的网页。</translation>
    </message>
    <message>
        <source>A page about what changed from A to B.</source>
        <translation>一个说明从 A 到 B 有何变化的网页。</translation>
    </message>
    <message>
        <source>&amp;Whole report</source>
        <translation>整个报告(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Selected time, %1</source>
        <translation>所选时间，%1(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Selected time (nothing is selected)</source>
        <translation>所选时间（没有选择）(&amp;S)</translation>
    </message>
    <message>
        <source>Take out before it is given away</source>
        <translation>共享前移除</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>常用</translation>
    </message>
    <message>
        <source>Everything that does not matter for performance, except names and numbers.</source>
        <translation>所有与性能无关的内容；不含名称和编号。</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不移除</translation>
    </message>
    <message>
        <source>Save &amp;as:</source>
        <translation>另存为(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>kernel1, range2 … instead; equal names stay equal. Names of CUDA, NCCL, PyTorch and other public libraries stay.</source>
        <translation>改为 kernel1、range2 等；相同的名称仍相同。CUDA、NCCL、PyTorch 等公共库的名称保留。</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>便签（%1）</translation>
    </message>
    <message>
        <source>What you wrote at events, rows and moments of the timeline. Otherwise the page shows it, with paths, hosts and the like taken out as chosen.</source>
        <translation>在时间线的事件、行和时刻处写下的便签。不勾选时，页面会显示它们，其中的路径、主机等按所选项去除。</translation>
    </message>
</context>
<context>
    <name>app::ShortcutList</name>
    <message>
        <source>%1 belongs to “%2”.</source>
        <comment>keys and a command</comment>
        <translation>%1 已属于“%2”。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Keys of commands</source>
        <translation>命令的按键</translation>
    </message>
    <message>
        <source>&amp;New keys:</source>
        <translation>新按键(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>Take &amp;Over</source>
        <translation>改归此命令(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Reset &amp;All</source>
        <translation>全部重置(&amp;A)</translation>
    </message>
</context>
<context>
    <name>app::SpanChoice</name>
    <message>
        <source>Selected span (%1)</source>
        <translation>选中的时间段（%1）</translation>
    </message>
    <message>
        <source>Whole report (no span selected)</source>
        <translation>整个报告（未选时间段）</translation>
    </message>
    <message>
        <source>Visible span (%1)</source>
        <translation>可见时间段（%1）</translation>
    </message>
    <message>
        <source>Visible span</source>
        <translation>可见时间段</translation>
    </message>
    <message>
        <source>Whole report</source>
        <translation>整个报告</translation>
    </message>
    <message>
        <source>Which time is analyzed: the selected span, what is on screen, or everything</source>
        <translation>查看哪段时间：选中的时间段、屏幕上可见的部分或全部</translation>
    </message>
</context>
<context>
    <name>app::SpokenPoints</name>
    <message numerus="yes">
        <source>%Ln point(s)</source>
        <comment>of a chart</comment>
        <translation>
            <numerusform>%Ln 个点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>a point of a chart</comment>
        <translation>第 %1 个，共 %2 个：%3</translation>
    </message>
</context>
<context>
    <name>app::SqlPane</name>
    <message>
        <source>Kernels by time</source>
        <translation>按时间统计 kernel</translation>
    </message>
    <message>
        <source>Longest launch to start</source>
        <translation>launch 后等待最久的 kernel</translation>
    </message>
    <message>
        <source>Copies by direction and size</source>
        <translation>按方向和大小统计拷贝</translation>
    </message>
    <message>
        <source>NVTX ranges by time</source>
        <translation>按时间统计 NVTX range</translation>
    </message>
    <message>
        <source>Everything that there is, by kind</source>
        <translation>按种类统计全部事件</translation>
    </message>
    <message>
        <source>Open a report to query it in SQL.</source>
        <translation>打开报告即可用 SQL 查询它。</translation>
    </message>
    <message>
        <source>Queries can be run once the report is loaded.</source>
        <translation>报告加载完成后才能查询。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>table and its number of rows</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Ctrl+Enter runs the statement; times are in nanoseconds.</source>
        <translation>按 Ctrl+Enter 运行语句；时间单位为纳秒。</translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 in %2; there are more</source>
        <translation>前 %1，用时 %2；还有更多</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>rows, duration of the query</comment>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>Export the Table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Choose another folder.</source>
        <translation>无法写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the statement (Ctrl+Enter)</source>
        <translation>运行语句 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop the query and keep the rows that it has returned so far</source>
        <translation>停止查询，保留已得到的结果</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Draw the first column of numbers over the first column</source>
        <translation>以第一列为横轴，绘制第一个数值列</translation>
    </message>
    <message>
        <source>Mark the times of the column “start” in the timeline</source>
        <translation>在时间线中标记“start”列的时间</translation>
    </message>
    <message>
        <source>Write the result as CSV</source>
        <translation>将结果写为 CSV</translation>
    </message>
    <message>
        <source>SELECT … FROM events</source>
        <translation>SELECT … FROM events</translation>
    </message>
    <message>
        <source>SQL statement</source>
        <translation>SQL 语句</translation>
    </message>
    <message>
        <source>Tables of the report</source>
        <translation>报告中的表</translation>
    </message>
    <message>
        <source>A double click puts the name into the statement</source>
        <translation>双击可将名称插入语句</translation>
    </message>
    <message>
        <source>Show these events as a row of the timeline, above the others</source>
        <translation>将这些事件作为时间线的一行显示在其他行之上</translation>
    </message>
    <message>
        <source>A result whose column “start” holds nanoseconds can be a row of the timeline; “end” or “dur” gives the length, “name” the label</source>
        <translation>列“start”为纳秒的结果可以成为时间线的一行；“end”或“dur”给出时长，“name”给出名称</translation>
    </message>
    <message>
        <source>Adding the row…</source>
        <translation>正在添加行…</translation>
    </message>
    <message>
        <source>The result has more rows than can be shown; the rest of them is not in it.</source>
        <translation>结果的行数超过可显示的数量；其余部分不在其中。</translation>
    </message>
    <message>
        <source>Marking…</source>
        <translation>正在标记…</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>Writing was cancelled; %1 is as it was.</source>
        <translation>已取消写入；%1 保持原样。</translation>
    </message>
    <message>
        <source>Add as row</source>
        <translation>添加为行</translation>
    </message>
    <message>
        <source>What the row will be called</source>
        <translation>该行的名称</translation>
    </message>
</context>
<context>
    <name>app::StartPage</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in Folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Remove from List</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>See what every CPU thread, CUDA call and GPU stream of a run did, and where the time went.</source>
        <translation>查看一次运行中每个 CPU 线程、CUDA 调用和 GPU stream 做了什么，时间花在哪里。</translation>
    </message>
    <message>
        <source>Open a report</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>Look at the sample</source>
        <translation>查看示例</translation>
    </message>
    <message>
        <source>A small recorded training run on two GPUs, to try things out.</source>
        <translation>在两块 GPU 上录制的一次小型训练，可用来尝试各种功能。</translation>
    </message>
    <message>
        <source>Recent reports</source>
        <translation>最近的报告</translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Forget all reports that are not pinned</source>
        <translation>移除所有未固定的报告</translation>
    </message>
    <message numerus="yes">
        <source>Sightline ended unexpectedly the last time. %Ln report(s) were open.</source>
        <translation>
            <numerusform>Sightline 上次意外退出，当时打开了 %Ln 个报告。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open Again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Reports that you open are listed here.</source>
        <translation>打开过的报告会列在这里。</translation>
    </message>
    <message>
        <source>Capture a program</source>
        <translation>采集程序</translation>
    </message>
    <message>
        <source>Run a program and watch its CUDA calls, kernels and NVTX ranges while it works.</source>
        <translation>运行程序，并在其工作时查看其 CUDA 调用、kernel 和 NVTX 范围。</translation>
    </message>
    <message>
        <source>Drop files or a folder here, or click to choose: Nsight Systems and Nsight Compute, PyTorch and Chrome, JAX, Perfetto, ROCm, Sightline.</source>
        <translation>将文件或文件夹拖到这里，或点击选择：Nsight Systems 与 Nsight Compute、PyTorch 与 Chrome、JAX、Perfetto、ROCm、Sightline。</translation>
    </message>
    <message>
        <source>Recent comparisons</source>
        <translation>最近的比较</translation>
    </message>
    <message>
        <source>Forget all comparisons</source>
        <translation>忘记所有比较</translation>
    </message>
</context>
<context>
    <name>app::StatusPanel</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 条说明</numerusform>
        </translation>
    </message>
    <message>
        <source>What to know about this report; opens the import log</source>
        <translation>关于此报告需要了解的事项；点击打开导入日志</translation>
    </message>
    <message>
        <source>selection %1</source>
        <translation>选区 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n visible row(s)</source>
        <translation>
            <numerusform>%n 个可见行</numerusform>
        </translation>
    </message>
    <message>
        <source>loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>Stop reading and keep what has been read so far</source>
        <translation>停止读取，保留已读取的内容</translation>
    </message>
    <message>
        <source>Events on rows and values of counters</source>
        <translation>行上的事件和计数器的值</translation>
    </message>
</context>
<context>
    <name>app::StorageList</name>
    <message>
        <source>Thumbnails of recent reports</source>
        <translation>最近报告的缩略图</translation>
    </message>
    <message>
        <source>Views of reports in folders that cannot be written to</source>
        <translation>位于不可写文件夹中的报告的视图</translation>
    </message>
    <message>
        <source>Temporary files; those of the last day are kept</source>
        <translation>临时文件；最近一天的会保留</translation>
    </message>
    <message>
        <source>Show Folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Peaks of GPUs that the program does not know, for rooflines</source>
        <translation>程序未知的 GPU 的峰值，用于 roofline</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有该文件</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a file and its state</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Peaks of GPUs</source>
        <translation>GPU 的峰值</translation>
    </message>
    <message>
        <source>Peaks of chips (*.json)</source>
        <translation>芯片的峰值 (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Use %1 again</source>
        <translation>重新使用 %1</translation>
    </message>
</context>
<context>
    <name>app::Table</name>
    <message>
        <source>Copy Cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
</context>
<context>
    <name>app::TimeBar</name>
    <message>
        <source>The report has times from %1 to %2.</source>
        <translation>报告的时间从 %1 到 %2。</translation>
    </message>
    <message>
        <source>That is no time. Times are written like %1, 1.5 s or 20 ms.</source>
        <translation>这不是时间。时间的写法如 %1、1.5 s 或 20 ms。</translation>
    </message>
    <message>
        <source>Go to a time</source>
        <translation>转到某个时间</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
</context>
<context>
    <name>app::TimelineChoices</name>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Tall</source>
        <translation>高</translation>
    </message>
</context>
<context>
    <name>app::Tour</name>
    <message>
        <source>%1 of %2</source>
        <comment>step of the tour</comment>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>app::TreeTable</name>
    <message>
        <source>Copy Cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Expand All</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse All</source>
        <translation>全部折叠</translation>
    </message>
</context>
<context>
    <name>timeline</name>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>Idle threads (%1)</source>
        <translation>空闲线程（%1）</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Memory operation</source>
        <translation>内存操作</translation>
    </message>
    <message>
        <source>NVTX on the GPU</source>
        <translation>GPU 上的 NVTX</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Unified memory</source>
        <translation>统一内存</translation>
    </message>
    <message>
        <source>CUDA HW</source>
        <translation>CUDA HW</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Hardware queues</source>
        <translation>硬件队列</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Memory usage</source>
        <translation>内存使用</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>Memory pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA Graph</translation>
    </message>
    <message>
        <source>Synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>CUDA events</source>
        <translation>CUDA Event</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX range</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Thread state</source>
        <translation>线程状态</translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>OS runtime</source>
        <translation>OS Runtime</translation>
    </message>
    <message>
        <source>CUDA API</source>
        <translation>CUDA API</translation>
    </message>
    <message>
        <source>CUDA graph calls</source>
        <translation>CUDA Graph 调用</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>cuBLAS</source>
        <translation>cuBLAS</translation>
    </message>
    <message>
        <source>NVTX</source>
        <translation>NVTX</translation>
    </message>
    <message>
        <source>NCCL</source>
        <translation>NCCL</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>分析器开销</translation>
    </message>
    <message>
        <source>JIT</source>
        <translation>JIT</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Other events</source>
        <translation>其他事件</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Default stream (%1)</source>
        <translation>默认 stream（%1）</translation>
    </message>
    <message>
        <source>%1 (stream %2)</source>
        <translation>%1（stream %2）</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1  %2</source>
        <translation>GPU %1  %2</translation>
    </message>
    <message>
        <source>Process [%1]</source>
        <translation>进程 [%1]</translation>
    </message>
    <message>
        <source>[%1] %2</source>
        <translation>[%1] %2</translation>
    </message>
    <message>
        <source>CUDA HW (GPU %1)</source>
        <translation>CUDA HW（GPU %1）</translation>
    </message>
    <message>
        <source>CUDA HW (GPU %1, %2)</source>
        <translation>CUDA HW（GPU %1，%2）</translation>
    </message>
    <message>
        <source>Context %1</source>
        <translation>Context %1</translation>
    </message>
    <message>
        <source>%1 (context %2)</source>
        <translation>%1（context %2）</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>Thread %1 %2</source>
        <translation>线程 %1 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Memory usage (%1)</source>
        <translation>内存使用（%1）</translation>
    </message>
    <message>
        <source>Whole context</source>
        <translation>整个 context</translation>
    </message>
    <message>
        <source>Global events</source>
        <translation>全局事件</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Process events</source>
        <translation>进程事件</translation>
    </message>
    <message>
        <source>Async</source>
        <translation>异步</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Instants</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>%1 HW (device %2)</source>
        <translation>%1 HW（设备 %2）</translation>
    </message>
    <message>
        <source>%1 HW (device %2, %3)</source>
        <translation>%1 HW（设备 %2，%3）</translation>
    </message>
    <message>
        <source>HIP HW (GPU %1)</source>
        <translation>HIP HW（GPU %1）</translation>
    </message>
    <message>
        <source>HIP HW (GPU %1, %2)</source>
        <translation>HIP HW（GPU %1，%2）</translation>
    </message>
    <message>
        <source>Unnamed process</source>
        <translation>未命名进程</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Copies to the GPU</source>
        <translation>到 GPU 的拷贝</translation>
    </message>
    <message>
        <source>Copies to the host</source>
        <translation>到主机的拷贝</translation>
    </message>
    <message>
        <source>Copies on GPUs</source>
        <translation>GPU 上的拷贝</translation>
    </message>
    <message>
        <source>Memset</source>
        <translation>Memset</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>API calls</source>
        <translation>API 调用</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Thread states</source>
        <translation>线程状态</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>整机</translation>
    </message>
    <message>
        <source>Python samples</source>
        <translation>Python 采样</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM 时钟</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>显存时钟</translation>
    </message>
    <message>
        <source>Device busy</source>
        <translation>设备繁忙</translation>
    </message>
    <message>
        <source>Device memory used</source>
        <translation>已用显存</translation>
    </message>
    <message>
        <source>CPU utilization</source>
        <translation>CPU 利用率</translation>
    </message>
    <message>
        <source>CPUs idle and waiting for disks</source>
        <translation>空闲且等待磁盘的 CPU</translation>
    </message>
    <message>
        <source>Network %1: received</source>
        <translation>网络 %1：接收</translation>
    </message>
    <message>
        <source>Network %1: sent</source>
        <translation>网络 %1：发送</translation>
    </message>
    <message>
        <source>InfiniBand %1 port %2: received</source>
        <translation>InfiniBand %1 端口 %2：接收</translation>
    </message>
    <message>
        <source>InfiniBand %1 port %2: sent</source>
        <translation>InfiniBand %1 端口 %2：发送</translation>
    </message>
    <message>
        <source>Disk %1: read</source>
        <translation>磁盘 %1：读取</translation>
    </message>
    <message>
        <source>Disk %1: written</source>
        <translation>磁盘 %1：写入</translation>
    </message>
    <message>
        <source>%1 more threads</source>
        <translation>另外 %1 个线程</translation>
    </message>
    <message>
        <source>Context %1: %2</source>
        <translation>Context %1：%2</translation>
    </message>
    <message>
        <source>Threads that only wait (%1)</source>
        <translation>只在等待的线程（%1）</translation>
    </message>
    <message>
        <source>Streams without work (%1)</source>
        <translation>没有工作的 stream（%1）</translation>
    </message>
    <message>
        <source>%1 more streams</source>
        <translation>另外 %1 个 stream</translation>
    </message>
    <message>
        <source>Contexts without work (%1)</source>
        <translation>没有工作的 Context（%1）</translation>
    </message>
    <message>
        <source>GPUs without work (%1)</source>
        <translation>没有工作的 GPU（%1）</translation>
    </message>
    <message>
        <source>Metrics of %1 GPUs</source>
        <translation>%1 个 GPU 的指标</translation>
    </message>
    <message>
        <source>%1 more processes: %2</source>
        <translation>另外 %1 个进程：%2</translation>
    </message>
    <message>
        <source>%1 more rows</source>
        <translation>另外 %1 行</translation>
    </message>
    <message>
        <source>Under %1</source>
        <translation>不到 %1</translation>
    </message>
    <message>
        <source>%1 and more</source>
        <translation>%1 及以上</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rank %1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>On no stream</source>
        <translation>不属于任何 stream</translation>
    </message>
    <message>
        <source>Of no process</source>
        <translation>不属于任何进程</translation>
    </message>
    <message>
        <source>Category %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>Segments of GPU %1</source>
        <translation>GPU %1 的内存段</translation>
    </message>
    <message>
        <source>Annotations of GPU %1</source>
        <translation>GPU %1 的标注</translation>
    </message>
</context>
<context>
    <name>timeline::DerivedProvider</name>
    <message>
        <source>Without a queue</source>
        <translation>无队列</translation>
    </message>
    <message>
        <source>Queue %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>NVTX (%1)</source>
        <translation>NVTX（%1）</translation>
    </message>
    <message>
        <source>NVTX</source>
        <translation>NVTX</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>标注</translation>
    </message>
</context>
<context>
    <name>timeline::EventText</name>
    <message>
        <source>Launch configuration</source>
        <translation>启动配置</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA Graph</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Block 数</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Shared memory per block</source>
        <translation>每个 block 的共享内存</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Correlation</translation>
    </message>
    <message>
        <source>Launch and GPU work</source>
        <translation>启动与 GPU 工作</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>启动了</translation>
    </message>
    <message>
        <source>%1 GPU events or more</source>
        <translation>%1 个或更多 GPU 事件</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU event(s)</source>
        <translation>
            <numerusform>%n 个 GPU 事件</numerusform>
        </translation>
    </message>
    <message>
        <source>From call to start on the GPU</source>
        <translation>从调用到 GPU 上开始</translation>
    </message>
    <message>
        <source>Duration on the GPU</source>
        <translation>GPU 上的时长</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>In thread</source>
        <translation>所在线程</translation>
    </message>
    <message>
        <source>Latency from launch</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>Waited after the call returned</source>
        <translation>调用返回后的等待</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Domain</translation>
    </message>
    <message>
        <source>Grid id</source>
        <translation>Grid id</translation>
    </message>
    <message>
        <source>Call chain</source>
        <translation>调用链</translation>
    </message>
    <message numerus="yes">
        <source>%n more frame(s)</source>
        <translation>
            <numerusform>还有 %n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <comment>name, time</comment>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1, %2, at %3</source>
        <comment>name, duration, time</comment>
        <translation>%1，%2，位于 %3</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Host to device</source>
        <translation>主机到设备</translation>
    </message>
    <message>
        <source>Device to host</source>
        <translation>设备到主机</translation>
    </message>
    <message>
        <source>Host to array</source>
        <translation>主机到 array</translation>
    </message>
    <message>
        <source>Array to host</source>
        <translation>Array 到主机</translation>
    </message>
    <message>
        <source>Array to array</source>
        <translation>Array 到 array</translation>
    </message>
    <message>
        <source>Array to device</source>
        <translation>Array 到设备</translation>
    </message>
    <message>
        <source>Device to array</source>
        <translation>设备到 array</translation>
    </message>
    <message>
        <source>Device to device</source>
        <translation>设备到设备</translation>
    </message>
    <message>
        <source>Host to host</source>
        <translation>主机到主机</translation>
    </message>
    <message>
        <source>Peer to peer</source>
        <translation>Peer to peer</translation>
    </message>
    <message>
        <source>Unified memory, host to device</source>
        <translation>统一内存，主机到设备</translation>
    </message>
    <message>
        <source>Unified memory, device to host</source>
        <translation>统一内存，设备到主机</translation>
    </message>
    <message>
        <source>Unified memory, device to device</source>
        <translation>统一内存，设备到设备</translation>
    </message>
    <message>
        <source>Pageable</source>
        <translation>可分页</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>锁页</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>Managed</source>
        <translation>Managed</translation>
    </message>
    <message>
        <source>Device, static</source>
        <translation>设备，静态</translation>
    </message>
    <message>
        <source>Managed, static</source>
        <translation>Managed，静态</translation>
    </message>
    <message>
        <source>Wait for event</source>
        <translation>等待 event</translation>
    </message>
    <message>
        <source>Stream waits for event</source>
        <translation>Stream 等待 event</translation>
    </message>
    <message>
        <source>Wait for stream</source>
        <translation>等待 stream</translation>
    </message>
    <message>
        <source>Wait for context</source>
        <translation>等待 context</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Cooperative</source>
        <translation>协作</translation>
    </message>
    <message>
        <source>Cooperative, several devices</source>
        <translation>协作，多设备</translation>
    </message>
    <message>
        <source>No preference</source>
        <translation>无偏好</translation>
    </message>
    <message>
        <source>Prefer shared memory</source>
        <translation>优先共享内存</translation>
    </message>
    <message>
        <source>Prefer L1</source>
        <translation>优先 L1</translation>
    </message>
    <message>
        <source>Equal parts</source>
        <translation>均分</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Opt-in</source>
        <translation>选择启用</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>分散</translation>
    </message>
    <message>
        <source>Load balancing</source>
        <translation>负载均衡</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Sleeping, interruptible</source>
        <translation>睡眠，可中断</translation>
    </message>
    <message>
        <source>Sleeping, uninterruptible</source>
        <translation>睡眠，不可中断</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Terminated</source>
        <translation>已终止</translation>
    </message>
    <message>
        <source>Unscheduled</source>
        <translation>未调度</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>In OS runtime</source>
        <translation>在 OS Runtime 中</translation>
    </message>
    <message>
        <source>Initialized</source>
        <translation>已初始化</translation>
    </message>
    <message>
        <source>In transition</source>
        <translation>转换中</translation>
    </message>
    <message>
        <source>Not blocked</source>
        <translation>未阻塞</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>睡眠</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Mutex</source>
        <translation>互斥锁</translation>
    </message>
    <message>
        <source>Condition variable</source>
        <translation>条件变量</translation>
    </message>
    <message>
        <source>Semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Join</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Other thread</source>
        <translation>其他线程</translation>
    </message>
    <message>
        <source>Memory page</source>
        <translation>内存页</translation>
    </message>
    <message>
        <source>Free page</source>
        <translation>空闲页</translation>
    </message>
    <message>
        <source>Page in</source>
        <translation>换入页</translation>
    </message>
    <message>
        <source>Suspended</source>
        <translation>挂起</translation>
    </message>
    <message>
        <source>User request</source>
        <translation>用户请求</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Page out</source>
        <translation>换出页</translation>
    </message>
    <message>
        <source>Operating system kernel</source>
        <translation>操作系统内核</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Time slice used up</source>
        <translation>时间片用完</translation>
    </message>
    <message>
        <source>Preempted</source>
        <translation>被抢占</translation>
    </message>
    <message>
        <source>Yielded</source>
        <translation>主动让出</translation>
    </message>
    <message>
        <source>Ready to run</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Page fault</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>Barrier</translation>
    </message>
    <message>
        <source>Read lock</source>
        <translation>读锁</translation>
    </message>
    <message>
        <source>Write lock</source>
        <translation>写锁</translation>
    </message>
    <message>
        <source>Category name</source>
        <translation>Category 名称</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Mark</translation>
    </message>
    <message>
        <source>Thread name</source>
        <translation>线程名称</translation>
    </message>
    <message>
        <source>Push/pop range</source>
        <translation>Push/pop range</translation>
    </message>
    <message>
        <source>Start/end range</source>
        <translation>Start/end range</translation>
    </message>
    <message>
        <source>Domain created</source>
        <translation>创建 domain</translation>
    </message>
    <message>
        <source>Domain destroyed</source>
        <translation>销毁 domain</translation>
    </message>
    <message>
        <source>CUDA runtime API</source>
        <translation>CUDA Runtime API</translation>
    </message>
    <message>
        <source>CUDA driver API</source>
        <translation>CUDA Driver API</translation>
    </message>
    <message>
        <source>CUDA EGL driver API</source>
        <translation>CUDA EGL Driver API</translation>
    </message>
    <message>
        <source>OS runtime</source>
        <translation>OS Runtime</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>cuBLAS</source>
        <translation>cuBLAS</translation>
    </message>
    <message>
        <source>Prefetch by the program</source>
        <translation>程序预取</translation>
    </message>
    <message>
        <source>Speculative prefetch</source>
        <translation>推测预取</translation>
    </message>
    <message>
        <source>Eviction</source>
        <translation>逐出</translation>
    </message>
    <message>
        <source>Access counters</source>
        <translation>访问计数器</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>Atomic</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>已创建</translation>
    </message>
    <message>
        <source>Destroyed</source>
        <translation>已销毁</translation>
    </message>
    <message>
        <source>Trimmed</source>
        <translation>已修剪</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>本地</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Driver compiler</source>
        <translation>驱动编译器</translation>
    </message>
    <message>
        <source>Buffer flush</source>
        <translation>缓冲区刷新</translation>
    </message>
    <message>
        <source>Instrumentation</source>
        <translation>插桩</translation>
    </message>
    <message>
        <source>Resource creation</source>
        <translation>创建资源</translation>
    </message>
    <message>
        <source>Module loading by the runtime</source>
        <translation>Runtime 加载模块</translation>
    </message>
    <message>
        <source>Lazy function loading</source>
        <translation>函数延迟加载</translation>
    </message>
    <message>
        <source>Command buffer full</source>
        <translation>命令缓冲区已满</translation>
    </message>
    <message>
        <source>Request for an activity buffer</source>
        <translation>请求 activity 缓冲区</translation>
    </message>
    <message>
        <source>Start of unified memory tracing</source>
        <translation>开始统一内存跟踪</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详细</translation>
    </message>
    <message>
        <source>Injected library</source>
        <translation>注入库</translation>
    </message>
    <message>
        <source>Profiler daemon</source>
        <translation>分析器守护进程</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Profiled machine</source>
        <translation>被分析的机器</translation>
    </message>
    <message>
        <source>Machine of the profiler</source>
        <translation>分析器所在机器</translation>
    </message>
    <message>
        <source>Value written</source>
        <translation>写入的值</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Return value</source>
        <translation>返回值</translation>
    </message>
    <message>
        <source>State afterwards</source>
        <translation>之后的状态</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Grid x</source>
        <translation>Grid x</translation>
    </message>
    <message>
        <source>Grid y</source>
        <translation>Grid y</translation>
    </message>
    <message>
        <source>Grid z</source>
        <translation>Grid z</translation>
    </message>
    <message>
        <source>Block x</source>
        <translation>Block x</translation>
    </message>
    <message>
        <source>Block y</source>
        <translation>Block y</translation>
    </message>
    <message>
        <source>Block z</source>
        <translation>Block z</translation>
    </message>
    <message>
        <source>Cluster x</source>
        <translation>Cluster x</translation>
    </message>
    <message>
        <source>Cluster y</source>
        <translation>Cluster y</translation>
    </message>
    <message>
        <source>Cluster z</source>
        <translation>Cluster z</translation>
    </message>
    <message>
        <source>Launch type</source>
        <translation>启动类型</translation>
    </message>
    <message>
        <source>Cluster scheduling</source>
        <translation>Cluster 调度</translation>
    </message>
    <message>
        <source>Largest possible cluster</source>
        <translation>最大可能的 cluster</translation>
    </message>
    <message>
        <source>Most active clusters</source>
        <translation>最多活动 cluster 数</translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation>每线程寄存器数</translation>
    </message>
    <message>
        <source>Static shared memory</source>
        <translation>静态共享内存</translation>
    </message>
    <message>
        <source>Dynamic shared memory</source>
        <translation>动态共享内存</translation>
    </message>
    <message>
        <source>Shared memory set up</source>
        <translation>已配置的共享内存</translation>
    </message>
    <message>
        <source>Shared memory limit</source>
        <translation>共享内存上限</translation>
    </message>
    <message>
        <source>Shared memory share asked for, %</source>
        <translation>请求的共享内存占比，%</translation>
    </message>
    <message>
        <source>Local memory per thread</source>
        <translation>每线程本地内存</translation>
    </message>
    <message>
        <source>Local memory, total</source>
        <translation>本地内存总量</translation>
    </message>
    <message>
        <source>Cache configuration</source>
        <translation>缓存配置</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Mangled name</source>
        <translation>Mangled 名称</translation>
    </message>
    <message>
        <source>Green context</source>
        <translation>Green context</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>To</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>From device</source>
        <translation>来源设备</translation>
    </message>
    <message>
        <source>To device</source>
        <translation>目标设备</translation>
    </message>
    <message>
        <source>From context</source>
        <translation>来源 context</translation>
    </message>
    <message>
        <source>To context</source>
        <translation>目标 context</translation>
    </message>
    <message>
        <source>Cause of the migration</source>
        <translation>迁移原因</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Copies in the batch</source>
        <translation>批次中的拷贝数</translation>
    </message>
    <message>
        <source>Source id</source>
        <translation>来源 id</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Executable graph</source>
        <translation>可执行 graph</translation>
    </message>
    <message>
        <source>Cloned from graph</source>
        <translation>克隆自 graph</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>Graph 节点</translation>
    </message>
    <message>
        <source>Cloned from node</source>
        <translation>克隆自节点</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Waits for, old numbering</source>
        <translation>等待（旧编号）</translation>
    </message>
    <message>
        <source>CUDA event</source>
        <translation>CUDA Event</translation>
    </message>
    <message>
        <source>Synchronization id of the event</source>
        <translation>Event 的同步 id</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Nesting level</source>
        <translation>嵌套层级</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Range id</source>
        <translation>Range id</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Category</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Ended by thread</source>
        <translation>结束它的线程</translation>
    </message>
    <message>
        <source>Program counter</source>
        <translation>程序计数器</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Pool type</source>
        <translation>内存池类型</translation>
    </message>
    <message>
        <source>Least size to keep</source>
        <translation>最小保留大小</translation>
    </message>
    <message>
        <source>Release threshold of the pool</source>
        <translation>内存池释放阈值</translation>
    </message>
    <message>
        <source>Pool size</source>
        <translation>内存池大小</translation>
    </message>
    <message>
        <source>Used in the pool</source>
        <translation>内存池已用</translation>
    </message>
    <message>
        <source>Imported pool</source>
        <translation>导入的内存池</translation>
    </message>
    <message>
        <source>Pool imported from process</source>
        <translation>内存池来源进程</translation>
    </message>
    <message>
        <source>Faulting instruction</source>
        <translation>触发缺页的指令</translation>
    </message>
    <message>
        <source>Symbol missing</source>
        <translation>缺少符号</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Source file</source>
        <translation>源文件</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>Page faults</source>
        <translation>缺页次数</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Thread state</source>
        <translation>线程状态</translation>
    </message>
    <message>
        <source>Blocked by</source>
        <translation>阻塞原因</translation>
    </message>
    <message>
        <source>CPU cycles</source>
        <translation>CPU 周期</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Clock of the time</source>
        <translation>时间所用时钟</translation>
    </message>
    <message>
        <source>Reported by</source>
        <translation>报告者</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Memory copy</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Memory set</source>
        <translation>内存设置</translation>
    </message>
    <message>
        <source>Synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>CUDA API call</source>
        <translation>CUDA API 调用</translation>
    </message>
    <message>
        <source>CUDA graph call</source>
        <translation>CUDA Graph 调用</translation>
    </message>
    <message>
        <source>CUDA graph node</source>
        <translation>CUDA Graph 节点</translation>
    </message>
    <message>
        <source>NVTX</source>
        <translation>NVTX</translation>
    </message>
    <message>
        <source>OS runtime call</source>
        <translation>OS Runtime 调用</translation>
    </message>
    <message>
        <source>cuDNN call</source>
        <translation>cuDNN 调用</translation>
    </message>
    <message>
        <source>cuBLAS call</source>
        <translation>cuBLAS 调用</translation>
    </message>
    <message>
        <source>Thread scheduling</source>
        <translation>线程调度</translation>
    </message>
    <message>
        <source>CPU sample</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>GPU metric</source>
        <translation>GPU 指标</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Memory usage</source>
        <translation>内存使用</translation>
    </message>
    <message>
        <source>Memory pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>CPU page fault</source>
        <translation>CPU 缺页</translation>
    </message>
    <message>
        <source>GPU page fault</source>
        <translation>GPU 缺页</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>分析器开销</translation>
    </message>
    <message>
        <source>CUPTI overhead</source>
        <translation>CUPTI 开销</translation>
    </message>
    <message>
        <source>JIT compilation</source>
        <translation>JIT 编译</translation>
    </message>
    <message>
        <source>Diagnostic</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Number of its profile</source>
        <translation>分析结果的编号</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Arrow from</source>
        <translation>箭头来自</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>箭头</translation>
    </message>
    <message>
        <source>Arrow to</source>
        <translation>箭头指向</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Async slice</source>
        <translation>异步切片</translation>
    </message>
    <message>
        <source>Instant</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Flow</translation>
    </message>
    <message>
        <source>Library call</source>
        <translation>库调用</translation>
    </message>
    <message>
        <source>Python sample</source>
        <translation>Python 样本</translation>
    </message>
</context>
<context>
    <name>timeline::Keys</name>
    <message>
        <source>Use as time zero</source>
        <translation>用作时间零点</translation>
    </message>
    <message>
        <source>Clear the time zero</source>
        <translation>清除时间零点</translation>
    </message>
    <message>
        <source>Colour by kind</source>
        <translation>按种类着色</translation>
    </message>
    <message>
        <source>Colour by name</source>
        <translation>按名称着色</translation>
    </message>
    <message>
        <source>Colour by stream</source>
        <translation>按 stream 着色</translation>
    </message>
    <message>
        <source>Colour by duration</source>
        <translation>按时长着色</translation>
    </message>
    <message>
        <source>Colour by process or rank</source>
        <translation>按进程或 rank 着色</translation>
    </message>
    <message>
        <source>Colour by category</source>
        <translation>按类别着色</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>添加便签</translation>
    </message>
    <message>
        <source>Next mark or note</source>
        <translation>下一个标记或便签</translation>
    </message>
    <message>
        <source>Previous mark or note</source>
        <translation>上一个标记或便签</translation>
    </message>
    <message>
        <source>Show only this row</source>
        <translation>只显示该行</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Whole report</source>
        <translation>整个报告</translation>
    </message>
    <message>
        <source>Zoom to selection</source>
        <translation>缩放至选区</translation>
    </message>
    <message>
        <source>Zoom to selected event</source>
        <translation>缩放至所选事件</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一个视图</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一个视图</translation>
    </message>
    <message>
        <source>Start of the report</source>
        <translation>报告开头</translation>
    </message>
    <message>
        <source>End of the report</source>
        <translation>报告末尾</translation>
    </message>
    <message>
        <source>Next event in the row</source>
        <translation>行中的下一个事件</translation>
    </message>
    <message>
        <source>Previous event in the row</source>
        <translation>行中的上一个事件</translation>
    </message>
    <message>
        <source>Row above</source>
        <translation>上一行</translation>
    </message>
    <message>
        <source>Row below</source>
        <translation>下一行</translation>
    </message>
    <message>
        <source>Go to the launch or its GPU work</source>
        <translation>转到 launch 或其 GPU 工作</translation>
    </message>
    <message>
        <source>Select the time of the event</source>
        <translation>选择事件的时间段</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>清除选区</translation>
    </message>
    <message>
        <source>Add a mark</source>
        <translation>添加标记</translation>
    </message>
    <message>
        <source>Pin or unpin the row</source>
        <translation>固定或取消固定该行</translation>
    </message>
    <message>
        <source>Hide the row</source>
        <translation>隐藏该行</translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation>显示所有行</translation>
    </message>
    <message>
        <source>Expand or collapse the row</source>
        <translation>展开或折叠该行</translation>
    </message>
    <message>
        <source>Expand all rows</source>
        <translation>展开所有行</translation>
    </message>
    <message>
        <source>Collapse all rows</source>
        <translation>折叠所有行</translation>
    </message>
    <message>
        <source>Filter the rows by name</source>
        <translation>按名称筛选行</translation>
    </message>
    <message>
        <source>Show only this thread</source>
        <translation>只显示此线程</translation>
    </message>
    <message>
        <source>Show only this name</source>
        <translation>只显示此名称</translation>
    </message>
    <message>
        <source>Remove all filters</source>
        <translation>移除所有筛选</translation>
    </message>
    <message>
        <source>Copy what the tooltip says</source>
        <translation>复制提示内容</translation>
    </message>
    <message>
        <source>Copy the full name</source>
        <translation>复制完整名称</translation>
    </message>
    <message>
        <source>Copy the times in ns</source>
        <translation>复制时间（ns）</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>全部按键</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Ctrl+wheel, or wheel over the ruler</source>
        <translation>Ctrl+滚轮，或在标尺上滚动</translation>
    </message>
    <message>
        <source>Wheel; Ctrl finer</source>
        <translation>滚轮；按 Ctrl 更精细</translation>
    </message>
    <message>
        <source>Move in time</source>
        <translation>沿时间移动</translation>
    </message>
    <message>
        <source>Shift+wheel, middle drag, or Shift+drag</source>
        <translation>Shift+滚轮、中键拖动或 Shift+拖动</translation>
    </message>
    <message>
        <source>Right drag, Shift+wheel, or Shift+drag</source>
        <translation>右键拖动、Shift+滚轮或 Shift+拖动</translation>
    </message>
    <message>
        <source>Scroll the rows</source>
        <translation>滚动行</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Right drag, or wheel over the names</source>
        <translation>右键拖动，或在名称上滚动</translation>
    </message>
    <message>
        <source>Select a span and measure it</source>
        <translation>选择并测量一段时间</translation>
    </message>
    <message>
        <source>Drag; Alt does not snap</source>
        <translation>拖动；按 Alt 不吸附</translation>
    </message>
    <message>
        <source>Zoom to an area</source>
        <translation>缩放至区域</translation>
    </message>
    <message>
        <source>Middle drag</source>
        <translation>中键拖动</translation>
    </message>
    <message>
        <source>Select an event</source>
        <translation>选择事件</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Zoom to an event</source>
        <translation>缩放至事件</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Measure the gap to a second event</source>
        <translation>测量与另一事件的间隔</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+单击</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>鼠标</translation>
    </message>
</context>
<context>
    <name>timeline::Sight</name>
    <message>
        <source>Usual</source>
        <translation>常用</translation>
    </message>
    <message>
        <source>Without red or green vision</source>
        <translation>红色或绿色视觉缺失</translation>
    </message>
    <message>
        <source>Without blue vision</source>
        <translation>蓝色视觉缺失</translation>
    </message>
</context>
<context>
    <name>timeline::Steps</name>
    <message>
        <source>Change the time zero</source>
        <translation>更改时间零点</translation>
    </message>
    <message>
        <source>Change notes</source>
        <translation>更改便签</translation>
    </message>
    <message>
        <source>Change the colours</source>
        <translation>更改颜色</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Select a span</source>
        <translation>选择时间段</translation>
    </message>
    <message>
        <source>Select an event</source>
        <translation>选择事件</translation>
    </message>
    <message>
        <source>Expand or collapse</source>
        <translation>展开或折叠</translation>
    </message>
    <message>
        <source>Change the row height</source>
        <translation>更改行高</translation>
    </message>
    <message>
        <source>Reorder rows</source>
        <translation>重新排列行</translation>
    </message>
    <message>
        <source>Pin or unpin</source>
        <translation>固定或取消固定</translation>
    </message>
    <message>
        <source>Hide or show rows</source>
        <translation>隐藏或显示行</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Change marks</source>
        <translation>更改标记</translation>
    </message>
    <message>
        <source>Change the row density</source>
        <translation>更改行密度</translation>
    </message>
    <message>
        <source>Change the view</source>
        <translation>更改视图</translation>
    </message>
</context>
<context>
    <name>timeline::TimeFormat</name>
    <message>
        <source>From the Start of the Report</source>
        <translation>从报告开始算起</translation>
    </message>
    <message>
        <source>Wall Clock in UTC</source>
        <translation>UTC 时钟</translation>
    </message>
    <message>
        <source>Wall Clock of This Computer</source>
        <translation>本机时钟</translation>
    </message>
    <message>
        <source>Wall Clock of the Captured Machine</source>
        <translation>被捕获机器的时钟</translation>
    </message>
    <message>
        <source>The report does not say at which time of day it was captured.</source>
        <translation>报告没有说明捕获的时刻。</translation>
    </message>
    <message>
        <source>The report does not say in which time zone it was captured.</source>
        <translation>报告没有说明捕获所在的时区。</translation>
    </message>
</context>
<context>
    <name>timeline::TimelineView</name>
    <message>
        <source>A view has at most %1 notes.</source>
        <translation>一个视图最多有 %1 张便签。</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色方式</translation>
    </message>
    <message>
        <source>Edit the note…</source>
        <translation>编辑便签…</translation>
    </message>
    <message>
        <source>Copy the note</source>
        <translation>复制便签</translation>
    </message>
    <message>
        <source>Remove the note</source>
        <translation>删除便签</translation>
    </message>
    <message>
        <source>Write a note at “%1”…</source>
        <translation>在“%1”处写便签…</translation>
    </message>
    <message>
        <source>Show only the row “%1”</source>
        <translation>只显示行“%1”</translation>
    </message>
    <message>
        <source>Write a note at the row “%1”…</source>
        <translation>在行“%1”处写便签…</translation>
    </message>
    <message>
        <source>Write a note here…</source>
        <translation>在此处写便签…</translation>
    </message>
    <message>
        <source>Remove all notes</source>
        <translation>删除所有便签</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>便签内容</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选择任何内容</translation>
    </message>
    <message>
        <source>Selected %1, from %2 to %3</source>
        <translation>已选择 %1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Several events share this pixel; this is the longest. Zoom in to tell them apart.</source>
        <translation>此像素上有多个事件，这是其中最长的。放大可区分它们。</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>固定到顶部</translation>
    </message>
    <message>
        <source>Hide this row</source>
        <translation>隐藏此行</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Rows of events over time. Arrow keys move between events and rows.</source>
        <translation>按时间排列的事件行。方向键在事件和行之间移动。</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Filter the rows by name</source>
        <translation>按名称筛选行</translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation>显示所有行</translation>
    </message>
    <message>
        <source>Name of the mark</source>
        <translation>标记名称</translation>
    </message>
    <message>
        <source>Thread: %1</source>
        <translation>线程：%1</translation>
    </message>
    <message>
        <source>Name: %1</source>
        <translation>名称：%1</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>行：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>Undo or Redo: what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 and %2 overlap; from start to start: %3</source>
        <translation>%1 与 %2 重叠；两者开始相差 %3</translation>
    </message>
    <message>
        <source>Gap between %1 and %2: %3</source>
        <translation>%1 与 %2 的间隔：%3</translation>
    </message>
    <message>
        <source>Mark %1</source>
        <translation>标记 %1</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>length, begin, end</comment>
        <translation>%1（%2 到 %3）</translation>
    </message>
    <message>
        <source>Zoom to “%1”</source>
        <translation>缩放至“%1”</translation>
    </message>
    <message>
        <source>Select its time (%1)</source>
        <translation>选择其时间段（%1）</translation>
    </message>
    <message>
        <source>Go to its GPU work</source>
        <translation>转到其 GPU 工作</translation>
    </message>
    <message>
        <source>Go to its launch</source>
        <translation>转到其 launch</translation>
    </message>
    <message>
        <source>Show all names again</source>
        <translation>重新显示所有名称</translation>
    </message>
    <message>
        <source>Show only “%1”</source>
        <translation>只显示“%1”</translation>
    </message>
    <message>
        <source>Show all threads again</source>
        <translation>重新显示所有线程</translation>
    </message>
    <message>
        <source>Show only its thread and GPU work</source>
        <translation>只显示其线程和 GPU 工作</translation>
    </message>
    <message>
        <source>Unpin “%1”</source>
        <translation>取消固定“%1”</translation>
    </message>
    <message>
        <source>Pin “%1” to the top</source>
        <translation>将“%1”固定到顶部</translation>
    </message>
    <message>
        <source>Hide “%1”</source>
        <translation>隐藏“%1”</translation>
    </message>
    <message>
        <source>Usual row height</source>
        <translation>恢复默认行高</translation>
    </message>
    <message>
        <source>Show only this thread and its GPU work</source>
        <translation>只显示此线程及其 GPU 工作</translation>
    </message>
    <message>
        <source>List the events of this row</source>
        <translation>列出此行的事件</translation>
    </message>
    <message>
        <source>Rename “%1”</source>
        <translation>重命名“%1”</translation>
    </message>
    <message>
        <source>Remove “%1”</source>
        <translation>移除“%1”</translation>
    </message>
    <message>
        <source>Copy its time in ns</source>
        <translation>复制其时间（ns）</translation>
    </message>
    <message>
        <source>Add a mark here</source>
        <translation>在此添加标记</translation>
    </message>
    <message>
        <source>Remove all marks</source>
        <translation>移除所有标记</translation>
    </message>
    <message>
        <source>Remove the selected span</source>
        <translation>移除所选时间段</translation>
    </message>
    <message>
        <source>This report holds no events that can be drawn.</source>
        <translation>此报告中没有可绘制的事件。</translation>
    </message>
    <message>
        <source>No row has “%1” in its name.</source>
        <translation>没有名称包含“%1”的行。</translation>
    </message>
    <message>
        <source>All rows are hidden. “Show all rows” brings them back.</source>
        <translation>所有行都已隐藏。“显示所有行”可恢复它们。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>rows, hidden rows</comment>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <comment>rows</comment>
        <translation>
            <numerusform>%n 行隐藏</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, at %3</source>
        <comment>name, duration, time</comment>
        <translation>%1，%2，位于 %3</translation>
    </message>
    <message>
        <source>Remove all rows of queries</source>
        <translation>移除所有查询行</translation>
    </message>
    <message>
        <source>Save Selection as .rep…</source>
        <translation>将选区保存为 .rep…</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>……还有 %1 个</translation>
    </message>
    <message>
        <source>. </source>
        <comment>between two sentences</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>%1 selected, from %2 to %3</source>
        <translation>已选 %1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Event %1 of %2 of its line</source>
        <translation>本行第 %1 个事件，共 %2 个</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Row %1 of %2, level %3</source>
        <translation>第 %1 行，共 %2 行，第 %3 层</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Overview of the report</source>
        <translation>报告总览</translation>
    </message>
    <message>
        <source>%1 of %2 on screen, from %3 to %4</source>
        <translation>屏幕上是 %2 中的 %1，从 %3 到 %4</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation>
            <numerusform>%Ln 个标记</numerusform>
        </translation>
    </message>
    <message>
        <source>at %1</source>
        <comment>time of an event</comment>
        <translation>开始于 %1</translation>
    </message>
</context>
</TS>
